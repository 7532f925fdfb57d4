#define _GNU_SOURCE
#include "CTaskKitInspector.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

static int close_with(int descriptor, int error) {
    close(descriptor);
    return -error;
}

static int set_flags(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) { return -errno; }
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0) { return -errno; }
#ifdef SO_NOSIGPIPE
    int on = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    return 0;
}

int taskkit_folder_open(const char *path) {
    if (mkdir(path, 0700) < 0 && errno != EEXIST) { return -errno; }
    struct stat before, after;
    if (lstat(path, &before) < 0) { return -errno; }
    if (S_ISLNK(before.st_mode)) { return -ELOOP; }
    if (!S_ISDIR(before.st_mode)) { return -ENOTDIR; }
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) { return -errno; }
    if (fstat(folder, &after) < 0) { return close_with(folder, errno); }
    bool is_same = before.st_dev == after.st_dev && before.st_ino == after.st_ino;
    if (!is_same || after.st_uid != geteuid() || (after.st_mode & 07777) != 0700) { return close_with(folder, EPERM); }
    return folder;
}

int taskkit_folder_lock(int folder) {
    while (flock(folder, LOCK_EX | LOCK_NB) < 0) {
        if (errno != EINTR) { return -errno; }
    }
    return 0;
}

void taskkit_folder_unlock(int folder) { flock(folder, LOCK_UN); }

int taskkit_path_kind(const char *path) {
    struct stat status;
    if (lstat(path, &status) < 0) { return errno == ENOENT ? 0 : -errno; }
    return S_ISSOCK(status.st_mode) && status.st_uid == geteuid() ? 1 : 2;
}

/// The address of a path; false where that is too long.
static bool fill_address(struct sockaddr_un *address, const char *path) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address->sun_path) { return false; }
    memcpy(address->sun_path, path, length);
    return true;
}

int taskkit_socket_listen(const char *path, int backlog) {
    struct sockaddr_un address;
    if (!fill_address(&address, path)) { return -ENAMETOOLONG; }
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0) { return -errno; }
    int failure = set_flags(descriptor);
    if (failure < 0) { return close_with(descriptor, -failure); }
    mode_t usual = umask(0177);
    int bound = bind(descriptor, (struct sockaddr *)&address, sizeof address);
    int error = errno;
    umask(usual);
    if (bound < 0) { return close_with(descriptor, error); }
    struct stat status;
    bool is_ours = lstat(path, &status) == 0 && S_ISSOCK(status.st_mode) && (status.st_mode & 07777) == 0600
        && status.st_uid == geteuid();
    if (!is_ours) { return close_with(descriptor, EPERM); }
    if (listen(descriptor, backlog) < 0) {
        error = errno;
        unlink(path);
        return close_with(descriptor, error);
    }
    return descriptor;
}

int taskkit_socket_connect(const char *path) {
    struct sockaddr_un address;
    if (!fill_address(&address, path)) { return -ENAMETOOLONG; }
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0) { return -errno; }
    int failure = set_flags(descriptor);
    if (failure < 0) { return close_with(descriptor, -failure); }
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) { return close_with(descriptor, errno); }
    return descriptor;
}

int taskkit_socket_accept(int listener) {
    int descriptor = accept(listener, NULL, NULL);
    if (descriptor < 0) { return -errno; }
    int failure = set_flags(descriptor);
    if (failure < 0) { return close_with(descriptor, -failure); }
    return descriptor;
}

int64_t taskkit_socket_user(int connection) {
#ifdef __linux__
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0) { return -1; }
    return peer.uid;
#else
    uid_t user;
    gid_t group;
    if (getpeereid(connection, &user, &group) < 0) { return -1; }
    return user;
#endif
}

int64_t taskkit_socket_read(int connection, void *bytes, size_t count) {
    ssize_t done;
    do { done = recv(connection, bytes, count, MSG_DONTWAIT); } while (done < 0 && errno == EINTR);
    return done < 0 ? -errno : done;
}

int64_t taskkit_socket_write(int connection, const void *bytes, size_t count) {
    ssize_t done;
    do { done = send(connection, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL); } while (done < 0 && errno == EINTR);
    return done < 0 ? -errno : done;
}

int taskkit_wake_pipe(int ends[2]) {
    if (pipe(ends) < 0) { return -errno; }
    for (int index = 0; index < 2; index++) {
        int failure = set_flags(ends[index]);
        if (failure < 0) {
            close(ends[0]);
            close(ends[1]);
            return failure;
        }
    }
    return 0;
}

void taskkit_block_signals(void) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
}

int64_t taskkit_monotonic_nanoseconds(void) {
    struct timespec now;
#ifdef __linux__
    clock_gettime(CLOCK_BOOTTIME, &now);
#else
    clock_gettime(CLOCK_MONOTONIC, &now);
#endif
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t taskkit_thread_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
