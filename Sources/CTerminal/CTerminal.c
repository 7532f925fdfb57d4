#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif
#include "CTerminal.h"

#include <dlfcn.h>
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <time.h>

#if defined(__linux__)
static const char backtrace_variable[] = "SWIFT_BACKTRACE";
static const char backtrace_settings[] = "interactive=no,color=no";

static const char backtrace_entry[] = "SWIFT_BACKTRACE=interactive=no,color=no";
// The environment entry that is replaced by that one, and its own text; NULL: none is replaced.
static char **lent, *hidden;

// The runtime's own initializers have no priority: if it is linked into this program, they run after this one.
extern void *swift_retain(void *) __attribute__((weak));

__attribute__((constructor(101))) static void disarm_before_the_runtime(void) {
    Dl_info runtime, program;
    if (swift_retain != NULL && dladdr((void *)swift_retain, &runtime) != 0
        && dladdr((void *)backtrace_settings, &program) != 0 && runtime.dli_fbase == program.dli_fbase
        && getenv(backtrace_variable) == NULL) {
        // Replaces a variable that the runtime does not read: it finds the program's arguments before the environment,
        // so the environment must stay where it is.
        for (char **entry = environ; *entry != NULL && lent == NULL; entry++) {
            if (strncmp(*entry, "SWIFT_", 6) != 0) {
                lent = entry;
                hidden = *entry;
                *entry = (char *)backtrace_entry;
            }
        }
    }
}
#endif

void ct_restore_environment(void) {
#if defined(__linux__)
    if (lent != NULL) {
        *lent = hidden;
    }
#endif
}

void ct_disarm_backtrace_prompt(char *const *arguments) {
#if defined(__linux__)
    if (lent != NULL || getenv(backtrace_variable) != NULL) {
        return;
    }
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0 || setenv(backtrace_variable, backtrace_settings, 1) != 0) {
        return;
    }
    path[length] = '\0';
    execv(path, arguments);
#else
    (void)arguments;
#endif
}

bool ct_program_path(char *path, size_t size) {
#if defined(__linux__)
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0) {
        return false;
    }
    path[length] = '\0';
    return true;
#else
    uint32_t length = (uint32_t)size;
    return _NSGetExecutablePath(path, &length) == 0;
#endif
}

// MARK: Crash guard

static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { fatal_count = sizeof fatal_signals / sizeof fatal_signals[0] };

// Written only while `guard.active` is 0, so that a handler sees them whole.
static struct {
    int keys;
    int output;
    struct termios modes;
    char restore[512];
    size_t length;
    int active;
    bool armed;
    struct sigaction before[fatal_count];
} guard;

// Standard error while the screen is ours: `held` receives the text, `own` is the terminal. -1: not held.
static struct {
    int held;
    int own;
} errors = {-1, -1};

enum { held_limit = 1 << 16 };

static void hold_errors(void) {
    if (errors.held < 0) {
        FILE *file = isatty(STDERR_FILENO) ? ct_scratch_file() : NULL;
        if (file == NULL) {
            return;
        }
        errors.own = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
        errors.held = fileno(file);
    }
    dup2(errors.held, STDERR_FILENO);
}

// Writes the start of what was held, without bytes that act on a terminal. Safe inside a signal handler.
static void release_errors(void) {
    if (errors.held < 0) {
        return;
    }
    dup2(errors.own, STDERR_FILENO);
    unsigned char text[512];
    unsigned char before = 0;
    for (off_t place = 0; place < held_limit;) {
        ssize_t count = pread(errors.held, text, sizeof text, place);
        if (count <= 0) {
            break;
        }
        place += count;
        for (ssize_t index = 0; index < count; index++) {
            unsigned char byte = text[index];
            bool acts = (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F;
            bool acts_as_pair = before == 0xC2 && byte >= 0x80 && byte < 0xA0;
            before = byte;
            text[index] = acts || acts_as_pair ? '?' : byte;
        }
        ssize_t ignored = write(errors.own, text, (size_t)count);
        (void)ignored;
    }
    lseek(errors.held, 0, SEEK_SET);
    int ignored = ftruncate(errors.held, 0);
    (void)ignored;
}

// Safe inside a signal handler: system calls only. The first caller clears `active` and restores; others return.
static void restore_terminal(bool text) {
    if (!__atomic_exchange_n(&guard.active, 0, __ATOMIC_ACQ_REL)) {
        return;
    }
    int error = errno;
    sigset_t blocked, old;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &blocked, &old);
    size_t done = 0;
    while (text && done < guard.length) {
        ssize_t count = write(guard.output, guard.restore + done, guard.length - done);
        if (count > 0) {
            done += (size_t)count;
        } else if (count == 0 || errno != EINTR) {
            break;
        }
    }
    tcsetattr(guard.keys, TCSANOW, &guard.modes);
    release_errors();
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
}

static void restore_at_exit(void) { restore_terminal(true); }

static void die_by(int number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    raise(number);
}

static void crashed(int number, siginfo_t *details, void *context) {
    restore_terminal(true);
    for (int index = 0; index < fatal_count; index++) {
        if (fatal_signals[index] != number) {
            continue;
        }
        const struct sigaction *before = &guard.before[index];
        if (before->sa_flags & SA_SIGINFO) {
            before->sa_sigaction(number, details, context);
        } else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN) {
            before->sa_handler(number);
        }
    }
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
    // A fault occurs again on return, and then ends the process in the same place. A signal that was sent does not, nor
    // does a trap instruction that the processor has already passed.
    if (details->si_code <= 0 || number == SIGTRAP) {
        raise(number);
    }
}

static void arm_crash_handlers(void) {
    static char reserve[1 << 16] __attribute__((aligned(16)));
    stack_t present;
    if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE)) {
        stack_t stack;
        memset(&stack, 0, sizeof stack);
        stack.ss_sp = reserve;
        stack.ss_size = sizeof reserve;
        sigaltstack(&stack, NULL);
    }
    for (int index = 0; index < fatal_count; index++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_sigaction = crashed;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigemptyset(&action.sa_mask);
        sigaction(fatal_signals[index], &action, &guard.before[index]);
    }
    atexit(restore_at_exit);
}

void ct_await_foreground(int keys) {
    // An orphaned group is not stopped; setting the modes then says so.
    for (int count = 0; count < 100; count++) {
        pid_t front = tcgetpgrp(keys);
        if (front < 0 || front == getpgrp()) {
            return;
        }
        kill(0, SIGTTOU);
    }
}

int ct_guard_arm(int keys, int output, const uint8_t *restore, size_t length) {
    __atomic_store_n(&guard.active, 0, __ATOMIC_RELEASE);
    if (length > sizeof guard.restore || tcgetattr(keys, &guard.modes) != 0) {
        return -1;
    }
    guard.keys = keys;
    guard.output = output;
    memcpy(guard.restore, restore, length);
    guard.length = length;
    if (!guard.armed) {
        guard.armed = true;
        arm_crash_handlers();
    }
    return 0;
}

void ct_guard_release(void) { restore_terminal(false); }

int ct_guard_enter(void) {
    struct termios modes = guard.modes;
    modes.c_iflag &= (tcflag_t) ~(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON);
    modes.c_oflag &= (tcflag_t)~OPOST;
    modes.c_lflag &= (tcflag_t) ~(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    if (tcsetattr(guard.keys, TCSANOW, &modes) != 0) {
        return -1;
    }
    hold_errors();
    __atomic_store_n(&guard.active, 1, __ATOMIC_RELEASE);
    return 0;
}

// MARK: Signals as input

static const struct {
    int number;
    uint32_t bit;
} watched[] = {
    {SIGINT, CT_INTERRUPT}, {SIGTERM, CT_TERMINATE}, {SIGHUP, CT_HANG_UP}, {SIGQUIT, CT_QUIT},
    {SIGTSTP, CT_STOP},     {SIGCONT, CT_CONTINUE},  {SIGWINCH, CT_RESIZE},
};
enum { watched_count = sizeof watched / sizeof watched[0] };

static const uint32_t ending = CT_INTERRUPT | CT_TERMINATE | CT_HANG_UP | CT_QUIT;
static uint32_t waiting;
static int64_t ending_since;
static int signal_pipe[2] = {-1, -1};

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void noticed(int number) {
    int error = errno;
    uint32_t bit = 0;
    for (int index = 0; index < watched_count; index++) {
        if (watched[index].number == number) {
            bit = watched[index].bit;
        }
    }
    uint32_t before = __atomic_fetch_or(&waiting, bit, __ATOMIC_ACQ_REL);
    if (bit & ending) {
        int64_t now = milliseconds();
        if (!(before & ending)) {
            __atomic_store_n(&ending_since, now, __ATOMIC_RELEASE);
        } else if (now - __atomic_load_n(&ending_since, __ATOMIC_ACQUIRE) >= 1000) {
            restore_terminal(true);
            sigset_t own;
            sigemptyset(&own);
            sigaddset(&own, number);
            pthread_sigmask(SIG_UNBLOCK, &own, NULL);
            die_by(number);
        }
    }
    // A full pipe is fine: it already wakes the loop.
    ssize_t ignored = write(signal_pipe[1], "", 1);
    (void)ignored;
    errno = error;
}

static void watch(int number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = noticed;
    // No SA_RESTART: a signal that ends the program must interrupt a call that waits for the terminal.
    action.sa_flags = SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

int ct_signals_open(void) {
    if (signal_pipe[0] < 0) {
        if (pipe(signal_pipe) != 0) {
            return -1;
        }
        for (int end = 0; end < 2; end++) {
            fcntl(signal_pipe[end], F_SETFD, FD_CLOEXEC);
            fcntl(signal_pipe[end], F_SETFL, O_NONBLOCK);
        }
    }
    sigset_t own;
    sigemptyset(&own);
    for (int index = 0; index < watched_count; index++) {
        watch(watched[index].number);
        sigaddset(&own, watched[index].number);
    }
    // The parent process may have left them blocked.
    pthread_sigmask(SIG_UNBLOCK, &own, NULL);
    signal(SIGPIPE, SIG_IGN);
    return signal_pipe[0];
}

bool ct_signal_is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN;
}

uint32_t ct_signals_take(void) {
    char bytes[64];
    while (read(signal_pipe[0], bytes, sizeof bytes) > 0) {
    }
    return __atomic_exchange_n(&waiting, 0, __ATOMIC_ACQ_REL);
}

void ct_stop(bool group) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    sigaction(SIGTSTP, &action, NULL);
    sigset_t own;
    sigemptyset(&own);
    sigaddset(&own, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &own, NULL);
    if (group) {
        kill(0, SIGTSTP);
    } else {
        raise(SIGTSTP);
    }
    watch(SIGTSTP);
}

// MARK: Descriptors

int ct_open_privately(int descriptor) {
    const int flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    char path[PATH_MAX];
    if (ttyname_r(descriptor, path, sizeof path) == 0) {
        int opened = open(path, flags);
        if (opened >= 0) {
            return opened;
        }
    }
    snprintf(path, sizeof path, "/dev/fd/%d", descriptor);
#if defined(__linux__)
    return open(path, flags);
#else
    // Elsewhere /dev/fd shares the description instead of opening it again.
    return -1;
#endif
}

int ct_open_controlling_terminal(void) { return open("/dev/tty", O_RDWR | O_CLOEXEC); }

bool ct_locale_is_unicode(void) {
    if (setlocale(LC_CTYPE, "") == NULL) {
        static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
        const char *value = "";
        for (int index = 0; index < 3 && *value == '\0'; index++) {
            value = getenv(names[index]) == NULL ? "" : getenv(names[index]);
        }
        const char *encoding = strchr(value, '.');
        if (encoding != NULL && (strcasecmp(encoding, ".UTF-8") == 0 || strcasecmp(encoding, ".UTF8") == 0)) {
            setlocale(LC_CTYPE, "C.UTF-8");
        }
    }
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void ct_complain(const char *line) { fprintf(stderr, "%s\n", line); }

FILE *ct_scratch_file(void) {
#if defined(__linux__)
    int descriptor = memfd_create("taskscope-screen", MFD_CLOEXEC);
    if (descriptor >= 0) {
        FILE *file = fdopen(descriptor, "w+");
        if (file != NULL) {
            return file;
        }
        close(descriptor);
    }
#endif
    return tmpfile();
}

bool ct_terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
        return false;
    }
    *columns = size.ws_col;
    *rows = size.ws_row;
    return true;
}

int ct_open_file(const char *path, bool writing) {
    int flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    return writing ? open(path, flags | O_WRONLY | O_CREAT, 0666) : open(path, flags | O_RDONLY);
}

bool ct_is_regular(int descriptor, int64_t *size) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        return false;
    }
    *size = status.st_size;
    return true;
}
