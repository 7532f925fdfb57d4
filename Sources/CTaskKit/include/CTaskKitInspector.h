#ifndef CTASKKITINSPECTOR_H
#define CTASKKITINSPECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The inspector's system calls. Each returns what it made or 0, or the negative number of the error (errno).

/// Opens a folder that is no link, belongs to this user and is closed to everybody else (mode 0700); makes it where there
/// is none. -EPERM: it is another's or open to others; -ENOTDIR or -ELOOP: it is none, or a link.
int taskkit_folder_open(const char *path);

/// Takes the lock of an open folder without waiting; -EWOULDBLOCK while somebody else has it.
int taskkit_folder_lock(int folder);

/// Gives the lock back.
void taskkit_folder_unlock(int folder);

/// What stands at a path, links not followed: 0 nothing, 1 a socket of this user's, 2 something else.
int taskkit_path_kind(const char *path);

/// A socket that listens at a path where nothing stands, readable and writable for this user alone (mode 0600). The
/// process's umask is changed for the moment of `bind`.
int taskkit_socket_listen(const char *path, int backlog);

/// A connection to a socket, without waiting: -ECONNREFUSED where nobody listens any more.
int taskkit_socket_connect(const char *path);

/// The next connection, or -EAGAIN.
int taskkit_socket_accept(int listener);

/// The user behind a connection, or -1 where the system does not tell.
int64_t taskkit_socket_user(int connection);

/// Reads or writes without waiting and without SIGPIPE; 0 from a read is the end.
int64_t taskkit_socket_read(int connection, void *bytes, size_t count);
int64_t taskkit_socket_write(int connection, const void *bytes, size_t count);

/// A pipe whose ends do not wait: `ends[0]` to read, `ends[1]` to write.
int taskkit_wake_pipe(int ends[2]);

/// Keeps signals away from the calling thread.
void taskkit_block_signals(void);

/// Nanoseconds of a clock that never goes back and does not stand still while the machine sleeps.
int64_t taskkit_monotonic_nanoseconds(void);

/// Nanoseconds of a processor that the calling thread has taken.
int64_t taskkit_thread_nanoseconds(void);

#endif
