#define _GNU_SOURCE
#include "SystemSignals.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/timerfd.h>
#endif

/// The pipe's ends, made once and never closed: a handler that has begun on another thread may still write when the
/// pipe is given back, and then into whatever had got the number of its descriptor.
static int reading = -1;
static volatile int writing = -1;
static int is_open = 0;

static struct {
    int number;
    struct sigaction earlier;
} taken[32];
static int taken_count = 0;

/// Only writes one byte: if the pipe is full, the reader has enough to wake it.
static void on_signal(int number) {
    const int saved = errno;
    const unsigned char byte = (unsigned char)number;
    if (write(writing, &byte, 1) < 0) { errno = saved; }
    errno = saved;
}

int taskkit_signals_open(const int *signals, int count) {
    int ends[2];
    unsigned char late;
    if (is_open || count > 32) {
        errno = EBUSY;
        return -1;
    }
    if (reading < 0) {
        if (pipe(ends) != 0) { return -1; }
        for (int index = 0; index < 2; index++) {
            fcntl(ends[index], F_SETFD, FD_CLOEXEC);
            fcntl(ends[index], F_SETFL, O_NONBLOCK);
        }
        reading = ends[0];
        writing = ends[1];
    }
    // What came after the last user.
    while (read(reading, &late, 1) > 0) { }
    is_open = 1;
    for (taken_count = 0; taken_count < count; taken_count++) {
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = on_signal;
        action.sa_flags = SA_RESTART;
        sigfillset(&action.sa_mask);
        taken[taken_count].number = signals[taken_count];
        sigaction(signals[taken_count], &action, &taken[taken_count].earlier);
    }
    return reading;
}

void taskkit_signals_close(void) {
    for (int index = 0; index < taken_count; index++) {
        sigaction(taken[index].number, &taken[index].earlier, NULL);
    }
    taken_count = 0;
    is_open = 0;
}

void taskkit_stop_process(void) {
    struct sigaction usual, ours;
    sigset_t stop, before;
    memset(&usual, 0, sizeof usual);
    usual.sa_handler = SIG_DFL;
    sigaction(SIGTSTP, &usual, &ours);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &before);
    // To this thread, so that it is handled before the handler is restored; it still stops all threads.
    pthread_kill(pthread_self(), SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    sigaction(SIGTSTP, &ours, NULL);
}

#if defined(__linux__)

int taskkit_clock_open(long long second) {
    const int descriptor = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (descriptor >= 0 && taskkit_clock_arm(descriptor, second) != 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

int taskkit_clock_arm(int descriptor, long long second) {
    struct itimerspec time;
    memset(&time, 0, sizeof time);
    time.it_value.tv_sec = (time_t)second;
    return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, NULL);
}

#else

int taskkit_clock_open(long long second) {
    (void)second;
    errno = ENOSYS;
    return -1;
}

int taskkit_clock_arm(int descriptor, long long second) {
    (void)descriptor;
    (void)second;
    errno = ENOSYS;
    return -1;
}

#endif
