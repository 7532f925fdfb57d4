#ifndef SYSTEMSIGNALS_H
#define SYSTEMSIGNALS_H

/// Signals, pressure and clock changes as file descriptors that a thread can poll.

/// Lets each of these signals write its number, one byte, to the pipe; the handlers that were there before are kept.
/// Returns the end to read, or -1 with errno; only one pipe at a time.
int taskkit_signals_open(const int *_Nonnull signals, int count);

/// Puts the earlier handlers back and closes the pipe.
void taskkit_signals_close(void);

/// Stops this process as an unhandled SIGTSTP does, so that its shell says so; returns once it was continued.
void taskkit_stop_process(void);

/// A descriptor that becomes readable when the calendar clock is set, and at the given second since 1970;
/// -1 where the system has none. Reading it may fail with ECANCELED: that is the news of the clock.
int taskkit_clock_open(long long second);

/// Arms a descriptor of `taskkit_clock_open` again.
int taskkit_clock_arm(int descriptor, long long second);

#endif
