#include "CTaskKit.h"
