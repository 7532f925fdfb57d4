#ifndef CTASKKIT_H
#define CTASKKIT_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "LinkedRecords.h"
#include "SystemSignals.h"

/// System calls that Swift cannot make by itself, and the bounds of the section that holds the registered tasks.

/* Names the calling thread, as debuggers and `ps -L` show it; the system may cut it short. */
void taskkit_name_thread(const char *name);

/// A mutex that looks a few times before it sleeps, where the C library has one.
void taskkit_mutex_init(pthread_mutex_t *mutex);

/// Locks; where another thread has it, looks again for 20 microseconds, yielding in between, before it sleeps.
void taskkit_mutex_lock_patiently(pthread_mutex_t *mutex);

/// Waits until the count of rings is another than `rings`, for 20 microseconds at most, yielding in between.
void taskkit_bell_await(const uint32_t *bell, uint32_t rings);

/// Counts a ring.
void taskkit_bell_ring(uint32_t *bell);

/// Waits at most so many milliseconds; 0 where it was signalled.
int taskkit_condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t milliseconds);

#endif
