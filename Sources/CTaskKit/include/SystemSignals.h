#ifndef SYSTEMSIGNALS_H
#define SYSTEMSIGNALS_H

/// Signals, pressure and clock changes as file descriptors that a thread can poll.

/// Makes each of these signals write its number, one byte, to a pipe, and remembers the earlier handlers.
/// Returns the end to read, or -1 with errno; there can be only one pipe at a time.
int taskkit_signals_open(const int *_Nonnull signals, int count);

/// Restores the earlier handlers; the pipe stays, for the next `open`.
void taskkit_signals_close(void);

/// Stops this process as an unhandled SIGTSTP does, so that its shell reports it; returns when it is continued.
void taskkit_stop_process(void);

/// A descriptor that becomes readable when the wall clock is set, and at the given second since 1970;
/// -1 if the system has none. Reading it can fail with ECANCELED, which means that the clock was set.
int taskkit_clock_open(long long second);

/// Arms a descriptor of `taskkit_clock_open` again.
int taskkit_clock_arm(int descriptor, long long second);

#endif
