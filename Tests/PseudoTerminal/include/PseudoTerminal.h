#ifndef PSEUDO_TERMINAL_H
#define PSEUDO_TERMINAL_H

#include <sys/types.h>

/// Starts a program as the leader of a session on a new pseudo-terminal of the given size.
///
/// Returns the terminal's other side, closed on exec, and sets `process`; -1 (errno) where that fails.
int pseudo_terminal_start(const char *path, char *const *arguments, char *const *environment, int columns, int rows,
                          pid_t *process);

#endif
