#include "BenchmarkPeers.h"
