#ifndef CTASKKIT_H
#define CTASKKIT_H

/// System calls that Swift cannot make by itself, and the bounds of the section that holds the registered tasks.

#include "LinkedRecords.h"
#include "SystemSignals.h"

#endif
