#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif
#include "FailingCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static long made = 0;
static long chosen = 0;
static enum failure kind = failure_end;

/// Counts a call; true, with its error, if it is to fail.
static bool fails(bool writes) {
    made++;
    if (chosen == 0 || made < chosen) {
        return false;
    }
    switch (kind) {
    case failure_end:
        _exit(9);
    case failure_once:
        errno = EIO;
        return made == chosen;
    case failure_full:
        errno = ENOSPC;
        return writes;
    }
    return false;
}

static int (*real_open)(const char *, int, int);
static ssize_t (*real_pread)(int, void *, size_t, off_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_fstat)(int, struct stat *);
static int (*real_unlink)(const char *);

static int failing_open(const char *path, int flags, int mode) {
    return fails(false) ? -1 : real_open(path, flags, mode);
}

static ssize_t failing_pread(int file, void *bytes, size_t count, off_t offset) {
    return fails(false) ? -1 : real_pread(file, bytes, count, offset);
}

static ssize_t failing_pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return fails(true) ? -1 : real_pwrite(file, bytes, count, offset);
}

static int failing_ftruncate(int file, off_t length) {
    return fails(true) ? -1 : real_ftruncate(file, length);
}

static int failing_fstat(int file, struct stat *status) {
    return fails(false) ? -1 : real_fstat(file, status);
}

static int failing_unlink(const char *path) {
    return fails(false) ? -1 : real_unlink(path);
}

/// Puts a function in place of one of SQLite's, where it is used; gives the one before, or NULL.
static sqlite3_syscall_ptr replace(const char *name, sqlite3_syscall_ptr ours) {
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    sqlite3_syscall_ptr theirs = system->xGetSystemCall(system, name);
    if (theirs != NULL) {
        system->xSetSystemCall(system, name, ours);
    }
    return theirs;
}

#define REPLACE(real, name, ours) \
    do { \
        sqlite3_syscall_ptr theirs = replace(name, (sqlite3_syscall_ptr)(ours)); \
        if (theirs != NULL) { \
            real = (__typeof__(real))theirs; \
        } \
    } while (0)

void fail_at_call(long number, enum failure failure) {
    sqlite3_initialize();
    made = 0;
    chosen = number;
    kind = failure;
    if (real_open != NULL) {
        return;
    }
    REPLACE(real_open, "open", failing_open);
    REPLACE(real_pread, "pread", failing_pread);
    REPLACE(real_pread, "pread64", failing_pread);
    REPLACE(real_pwrite, "pwrite", failing_pwrite);
    REPLACE(real_pwrite, "pwrite64", failing_pwrite);
    REPLACE(real_ftruncate, "ftruncate", failing_ftruncate);
    REPLACE(real_fstat, "fstat", failing_fstat);
    REPLACE(real_unlink, "unlink", failing_unlink);
}

long calls_made(void) { return made; }
