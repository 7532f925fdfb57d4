#ifndef CTERMINAL_H
#define CTERMINAL_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

// The parts of terminal handling that Swift cannot do safely: code that runs inside a signal handler, and calls that
// Swift does not import. Everything here belongs to one thread, the one that draws; only the handlers run elsewhere.

// MARK: Crash guard

/// Restores the environment variable that an initializer replaced for the Swift runtime (see below). Call it first
/// in `main`.
void ct_restore_environment(void);

/// Turns off the question and the colors of the Swift runtime's backtracer. Call it first in `main`.
///
/// The runtime reads SWIFT_BACKTRACE before `main`. If the runtime is linked into the program, the variable is there
/// when it looks (an earlier initializer replaces another variable with it), and nothing is left to do here.
/// Otherwise the program executes itself again with the variable set and the same `argv`: this costs one start of the
/// process. Does nothing if the variable is already set, if the program's own file cannot be found, and outside
/// Linux.
void ct_disarm_backtrace_prompt(char *const *arguments);

/// Stops this process's group, as the system does, until it is in the foreground of `keys`: the modes that it has before
/// are the shell's own. Returns at once if `keys` does not control the process.
void ct_await_foreground(int keys);

/// Remembers how to restore the terminal, and installs the handlers of fatal signals; `ct_guard_enter` arms them.
///
/// While armed, a crash (ILL, TRAP, SEGV, BUS, FPE, ABRT) and `exit` write `restore` to `output` and set `keys` to the
/// modes that it has at this call, once. A crash then continues in the earlier handler (the Swift
/// backtracer) and ends the process with the same signal.
/// - restore: at most 512 bytes; a longer one is refused.
/// Returns 0, or -1 if the modes of `keys` cannot be read.
int ct_guard_arm(int keys, int output, const uint8_t *restore, size_t length);

/// Sets the key terminal to the modes of a full-screen program (byte by byte, no echo, raw output, no signals from
/// keys: a Ctrl-C inside pasted text stays text) and arms the guard.
///
/// If standard error is a terminal, what is written there from now on is held back, so that it does not spoil the
/// screen, and shown when the guard restores or is released: the first 64 KiB, with `?` for terminal control bytes.
///
/// In the background the system stops the process here until it is in the foreground again. Returns 0 or -1 (errno;
/// EINTR: interrupted by a signal, try again).
int ct_guard_enter(void);

/// Restores the modes of `keys` without writing; a later crash or `exit` no longer touches the terminal.
void ct_guard_release(void);

// MARK: Signals as input

/// Bits of `ct_signals_take`.
enum {
    CT_INTERRUPT = 1,
    CT_TERMINATE = 2,
    CT_HANG_UP = 4,
    CT_QUIT = 8,
    CT_STOP = 16,
    CT_CONTINUE = 32,
    CT_RESIZE = 64,
};

/// Turns INT, TERM, HUP, QUIT, TSTP, CONT and WINCH into readiness of a descriptor, and ignores PIPE.
///
/// Returns a descriptor that is readable while a signal waits for `ct_signals_take`, or -1 (errno). A second call
/// gives the same descriptor and installs the handlers again. If the program has not taken an INT, TERM, HUP or QUIT
/// one second after it came, the next one ends the program and restores the terminal: a hanging loop can be ended.
int ct_signals_open(void);

/// Whether this process ignores a signal.
bool ct_signal_is_ignored(int number);

/// The signals since the last call, as bits; several of one kind count once.
uint32_t ct_signals_take(void);

/// Stops this process as the terminal's own Ctrl-Z does, the whole process group if `group`; returns when continued.
///
/// If no process could continue it (an orphaned process group), the system does not stop it, and this returns at once.
void ct_stop(bool group);

// MARK: Descriptors

/// The terminal behind `descriptor`, opened again for this process alone, so that non-blocking writes do not
/// change the shell's own description. -1 if the system does not allow it.
int ct_open_privately(int descriptor);

/// The controlling terminal, for reading keys; -1 if there is none.
int ct_open_controlling_terminal(void);

/// Sets the encoding of text from the environment (LC_ALL, LC_CTYPE, LANG). Returns whether it is UTF-8.
///
/// A locale that is not installed here, as ssh brings it along, counts by the encoding in its name.
bool ct_locale_is_unicode(void);

/// Writes a line to standard error.
void ct_complain(const char *line);

/// The error number of the last system call.
static inline int ct_error(void) { return errno; }

/// An empty file without a name, for reading and writing; NULL if it cannot be created.
FILE *ct_scratch_file(void);

/// The size of a terminal; false if it is unknown.
bool ct_terminal_size(int descriptor, int *columns, int *rows);

/// Opens a file for reading, or for writing (created if there is none, not truncated); never waits for the other
/// end of a pipe. -1 (errno).
int ct_open_file(const char *path, bool writing);

/// The path of this program, terminated by 0; false if it is unknown or too long.
bool ct_program_path(char *path, size_t size);

// MARK: Processes that can be watched

/// Connects without blocking to a socket of this user in a private folder of this user; the peer must be this user,
/// too. A negative result is a negated errno: -EPERM if folder, socket or peer belongs to another user or is open
/// to others, -ECONNREFUSED if nothing listens.
int ct_socket_connect(const char *folder, const char *path);

/// Removes a socket without a listener, under the folder's lock; false if it has one.
bool ct_socket_remove_stale(const char *folder, const char *path);

/// Reads or writes without blocking and without SIGPIPE; a negative result is a negated errno, 0 from a read the end.
int64_t ct_socket_read(int connection, void *bytes, size_t count);
int64_t ct_socket_write(int connection, const void *bytes, size_t count);

/// Whether the descriptor is a regular file; `size` receives its length in bytes.
bool ct_is_regular(int descriptor, int64_t *size);

#endif
