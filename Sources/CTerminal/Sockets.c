#define _GNU_SOURCE
#include "CTerminal.h"

#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

static int close_with(int descriptor, int error) {
    close(descriptor);
    return -error;
}

/// Whether a path is a folder of this user that no other user can access.
static bool is_private_folder(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid()
        && (status.st_mode & 077) == 0;
}

static bool is_own_socket(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISSOCK(status.st_mode) && status.st_uid == geteuid();
}

static bool is_own_peer(int connection) {
#ifdef __linux__
    struct ucred peer;
    socklen_t length = sizeof peer;
    return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.uid == geteuid();
#else
    uid_t user;
    gid_t group;
    return getpeereid(connection, &user, &group) == 0 && user == geteuid();
#endif
}

/// A connection without any check.
static int open_connection(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address.sun_path) { return -ENAMETOOLONG; }
    memcpy(address.sun_path, path, length);
    int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connection < 0) { return -errno; }
    int flags = fcntl(connection, F_GETFL);
    if (flags < 0 || fcntl(connection, F_SETFL, flags | O_NONBLOCK) < 0 || fcntl(connection, F_SETFD, FD_CLOEXEC) < 0) {
        return close_with(connection, errno);
    }
#ifdef SO_NOSIGPIPE
    int on = 1;
    setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    if (connect(connection, (struct sockaddr *)&address, sizeof address) < 0) { return close_with(connection, errno); }
    return connection;
}

int ct_socket_connect(const char *folder, const char *path) {
    struct stat status;
    if (lstat(path, &status) < 0) { return -errno; }
    if (!S_ISSOCK(status.st_mode) && !S_ISLNK(status.st_mode)) { return -ENOTSOCK; }
    if (!is_private_folder(folder) || !is_own_socket(path)) { return -EPERM; }
    int connection = open_connection(path);
    if (connection >= 0 && !is_own_peer(connection)) { return close_with(connection, EPERM); }
    return connection;
}

bool ct_socket_remove_stale(const char *folder, const char *path) {
    if (!is_private_folder(folder)) { return false; }
    int directory = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (directory < 0) { return false; }
    bool is_removed = false;
    if (flock(directory, LOCK_EX | LOCK_NB) == 0 && is_own_socket(path)) {
        int connection = open_connection(path);
        if (connection >= 0) { close(connection); }
        is_removed = connection == -ECONNREFUSED && unlink(path) == 0;
    }
    close(directory);
    return is_removed;
}

int64_t ct_socket_read(int connection, void *bytes, size_t count) {
    ssize_t done;
    do { done = recv(connection, bytes, count, MSG_DONTWAIT); } while (done < 0 && errno == EINTR);
    return done < 0 ? -errno : done;
}

int64_t ct_socket_write(int connection, const void *bytes, size_t count) {
    ssize_t done;
    do { done = send(connection, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL); } while (done < 0 && errno == EINTR);
    return done < 0 ? -errno : done;
}
