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

// MARK: Build

/// The commit from which the program was built, with a + where files had changed since; empty if that is not known.
const char *ct_build_commit(void);

// MARK: Crash guard

/// Gives the process back the variable in whose place an initializer told the Swift runtime something (see below); first
/// thing in `main`.
void ct_restore_environment(void);

/// Turns off the question and the colours of the Swift runtime's backtracer; first thing in `main`.
///
/// The runtime reads SWIFT_BACKTRACE before `main`. In a program that the runtime is linked into, the variable is there
/// when it looks (an initializer that comes first puts it into another one's place), and nothing is left to do here. Otherwise the program replaces
/// itself by a second copy of itself with the variable set; `argv`, argv[0] included, stays: this costs one start of the
/// process. Does nothing where the variable is already set, where the program's own file cannot be found, and outside
/// Linux.
void ct_disarm_backtrace_prompt(char *const *arguments);

/// Remembers how to give the terminal back, and installs the handlers of fatal signals; `ct_guard_enter` arms them.
///
/// While armed, a crash (ILL, TRAP, SEGV, BUS, FPE, ABRT) and `exit` write `restore` to `output` and give `keys` the
/// modes that it has at this call, once. A crash then continues to the handler that was there before (the Swift
/// backtracer) and ends the process by the same signal.
/// - restore: at most 256 bytes; a longer one is refused.
/// Returns 0, or -1 where the modes of `keys` cannot be read.
int ct_guard_arm(int keys, int output, const char *restore, size_t length);

/// Gives the key terminal the modes of a full-screen program (byte by byte, no echo, output as it is, no signals from
/// keys: a Ctrl-C inside pasted text stays text) and arms the guard.
///
/// Where standard error is a terminal, what is written there from now on is held back, so that it does not spoil the
/// screen, and shown when the guard restores or is released: the first 64 KiB, with `?` for bytes that act on a terminal.
///
/// In the background the system stops the process here until it is in the foreground again. Returns 0 or -1 (errno;
/// EINTR: a signal came, try again).
int ct_guard_enter(void);

/// Gives `keys` its modes back without writing; a later crash or `exit` no longer touches the terminal.
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
/// gives the same descriptor and installs the handlers again. A program that has not taken an INT, TERM, HUP or QUIT
/// one second after it came ends at the next one, terminal restored: a loop that hangs can still be ended.
int ct_signals_open(void);

/// The signals since the last call, as bits; several of one kind count once.
uint32_t ct_signals_take(void);

/// Stops this process as the terminal's own Ctrl-Z does, the whole process group if `group`; returns when continued.
///
/// If no process could continue it (an orphaned process group), the system does not stop it, and this returns at once.
void ct_stop(bool group);

// MARK: Descriptors

/// The terminal behind `descriptor`, opened once more for this process alone, so that not blocking in a write does not
/// change the shell's own description. -1 where the system does not allow it.
int ct_open_privately(int descriptor);

/// The controlling terminal, for reading keys; -1 if there is none.
int ct_open_controlling_terminal(void);

/// Takes the encoding of text from the environment (LC_ALL, LC_CTYPE, LANG); whether it is UTF-8.
bool ct_locale_is_unicode(void);

/// Writes a line to standard error.
void ct_complain(const char *line);

/// The number of the last system call's error.
static inline int ct_error(void) { return errno; }

/// An empty file without a name, for reading and writing; NULL if there is none.
FILE *ct_scratch_file(void);

/// The size of a terminal; false if it does not tell.
bool ct_terminal_size(int descriptor, int *columns, int *rows);

/// Opens a file for reading, or for writing (created if there is none, its old text stays); never waits for the other
/// end of a pipe. -1 (errno).
int ct_open_file(const char *path, bool writing);

/// The path of this program, ended by 0; false if it is not known or too long.
bool ct_program_path(char *path, size_t size);

// MARK: Processes that can be watched

/// A connection to a socket of this user's in a folder of this user's alone, that does not wait for its peer; the peer is
/// this user, too. A negative number of the error (errno): -EPERM where folder, socket or peer is another user's or open
/// to others, -ECONNREFUSED if nothing listens.
int ct_socket_connect(const char *folder, const char *path);

/// Removes a socket without a listener, under the folder's lock; false if it has one.
bool ct_socket_remove_stale(const char *folder, const char *path);

/// Reads or writes without waiting and without SIGPIPE; a negative number of the error, 0 from a read is the end.
int64_t ct_socket_read(int connection, void *bytes, size_t count);
int64_t ct_socket_write(int connection, const void *bytes, size_t count);

/// Whether the descriptor is a regular file; `size` gets its length in bytes.
bool ct_is_regular(int descriptor, int64_t *size);

#endif
