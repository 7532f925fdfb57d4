#ifndef FAILING_CALLS_H
#define FAILING_CALLS_H

#include "RecordedWrites.h"

// Failing disks and ends of the process, for tests: SQLite's own way to the system is led through here.

/// What happens at a system call.
enum failure {
    /// The process ends at once, as if it was killed there.
    failure_end,
    /// This one call fails with EIO.
    failure_once,
    /// From this call on all that write fail with ENOSPC.
    failure_full,
};

/// From now on SQLite's system calls are counted; `failure` happens at call `number`, from 1 on; 0: never.
void fail_at_call(long number, enum failure failure);

/// How many were made.
long calls_made(void);

#endif
