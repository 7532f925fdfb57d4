#ifndef CHILD_PROCESSES_H
#define CHILD_PROCESSES_H

#include <stdbool.h>
#include <sys/types.h>

// Starting programs, for tests. Foundation's `Process` will not do: it learns of an end by a descriptor that the child
// inherits, and a tmux server, child of a child, holds it forever. Here a child inherits its three descriptors only.

/// Starts a program as the leader of a session on a new pseudo-terminal of the given size. If that is not the
/// session's controlling terminal, the program gets no HUP when it hangs up.
///
/// Returns the terminal's other side, closed on exec, and sets `process`; -1 (errno) if that fails.
int child_start_on_terminal(const char *path, char *const *arguments, char *const *environment, int columns, int rows,
                          bool controlling, pid_t *process);

/// Runs a program to its end, both outputs into files, no input; `environment` NULL: as here.
///
/// Returns the exit code, 128 and the number of the signal that ended it, or -1 (errno).
int child_run(const char *path, char *const *arguments, char *const *environment, const char *output,
              const char *complaints);

/// The bytes that the C library has given out to this process and not got back, all threads' together; -1 if it does
/// not say.
long child_memory_in_use(void);

#endif
