#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif
#include "ChildProcesses.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

/// A child begins without what this process holds: descriptors, and the signals that worker threads block.
static void begin_child(void) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // A shell lets its background jobs ignore these, and children inherit that.
    signal(SIGINT, SIG_DFL);
    signal(SIGQUIT, SIG_DFL);
    for (int descriptor = 3; descriptor < 1024; descriptor++) {
        close(descriptor);
    }
}

static void replace_descriptor(int target, const char *path, int flags) {
    int opened = open(path, flags, 0600);
    if (opened < 0 || dup2(opened, target) < 0) {
        _exit(127);
    }
}

int child_run(const char *path, char *const *arguments, char *const *environment, const char *output,
              const char *complaints) {
    pid_t process = fork();
    if (process == 0) {
        replace_descriptor(0, "/dev/null", O_RDONLY);
        replace_descriptor(1, output, O_WRONLY | O_CREAT | O_TRUNC);
        replace_descriptor(2, complaints, O_WRONLY | O_CREAT | O_TRUNC);
        begin_child();
        execve(path, arguments, environment == NULL ? environ : environment);
        _exit(127);
    }
    int status = 0;
    while (process > 0 && waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1;
        }
    }
    return process < 0 ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int child_start_on_terminal(const char *path, char *const *arguments, char *const *environment, int columns, int rows,
                          bool controlling, pid_t *process) {
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || fcntl(master, F_SETFD, FD_CLOEXEC) != 0 || grantpt(master) != 0 || unlockpt(master) != 0) {
        return -1;
    }
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
    const char *name = ptsname(master);
    int terminal = name == NULL ? -1 : open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || ioctl(terminal, TIOCSWINSZ, &size) != 0) {
        return -1;
    }
    *process = fork();
    if (*process == 0) {
        setsid();
        if (controlling) {
            ioctl(terminal, TIOCSCTTY, 0);
        }
        dup2(terminal, 0);
        dup2(terminal, 1);
        dup2(terminal, 2);
        begin_child();
        execve(path, arguments, environment);
        _exit(127);
    }
    close(terminal);
    return *process < 0 ? -1 : master;
}

long child_memory_in_use(void) {
#ifdef __GLIBC__
    struct mallinfo2 all = mallinfo2();
    return (long)(all.uordblks + all.hblkhd);
#else
    return -1;
#endif
}
