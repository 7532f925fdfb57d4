#ifndef CTASKKIT_H
#define CTASKKIT_H

#include <pthread.h>
#include <stdint.h>

#include "LinkedRecords.h"
#include "SystemSignals.h"

/// System calls that Swift cannot make by itself, and the bounds of the section that holds the registered tasks.

/* Names the calling thread, as debuggers and `ps -L` show it; the system may cut it short. */
void taskkit_name_thread(const char *name);

/// A mutex that looks a few times before it sleeps, where the C library has one.
void taskkit_mutex_init(pthread_mutex_t *mutex);

/// Waits at most so many milliseconds; 0 where it was signalled.
int taskkit_condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t milliseconds);

#include "CTaskKitInspector.h"

#endif
