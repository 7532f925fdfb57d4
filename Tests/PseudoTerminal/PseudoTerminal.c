#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif
#include "PseudoTerminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int pseudo_terminal_start(const char *path, char *const *arguments, char *const *environment, int columns, int rows,
                          pid_t *process) {
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
        ioctl(terminal, TIOCSCTTY, 0);
        dup2(terminal, 0);
        dup2(terminal, 1);
        dup2(terminal, 2);
        execve(path, arguments, environment);
        _exit(127);
    }
    close(terminal);
    return *process < 0 ? -1 : master;
}
