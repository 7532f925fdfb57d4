#ifndef CTASKKIT_H
#define CTASKKIT_H

/// System calls that Swift cannot make by itself, and the list of the registered tasks.

#include "LinkedRecords.h"
#include "SystemSignals.h"
#include "ThreadNames.h"

#endif
