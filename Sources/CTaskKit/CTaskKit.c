#define _GNU_SOURCE
#include "CTaskKit.h"

#include <sched.h>
#include <sys/time.h>
#include <time.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

void taskkit_name_thread(const char *name)
{
#if defined(__APPLE__)
    pthread_setname_np(name);
#elif defined(__linux__)
    prctl(PR_SET_NAME, name);
#else
    (void)name;
#endif
}

void taskkit_mutex_init(pthread_mutex_t *mutex)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
#if defined(__GLIBC__)
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
#endif
    pthread_mutex_init(mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

// Some tenths of a microsecond.
static void pause_briefly(void)
{
    for (int turn = 0; turn < 16; turn++) {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        __asm__ volatile("isb");
#endif
    }
}

enum { patience_nanoseconds = 20000, looks_between_yields = 8 };

static int64_t monotonic_nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Between two looks; false once patience is over, which begins with the first.
static bool may_look_again(int look, int64_t *end)
{
    pause_briefly();
    if (look % looks_between_yields == 0) {
        sched_yield();
    }
    int64_t now = monotonic_nanoseconds();
    if (look == 1) {
        *end = now + patience_nanoseconds;
    }
    return now < *end;
}

void taskkit_mutex_lock_patiently(pthread_mutex_t *mutex)
{
    int64_t end = 0;
    int look = 0;
    do {
        if (pthread_mutex_trylock(mutex) == 0) {
            return;
        }
    } while (may_look_again(++look, &end));
    pthread_mutex_lock(mutex);
}

void taskkit_bell_ring(uint32_t *bell)
{
    __atomic_fetch_add(bell, 1, __ATOMIC_RELEASE);
}

void taskkit_bell_await(const uint32_t *bell, uint32_t rings)
{
    int64_t end = 0;
    int look = 0;
    do {
        if (__atomic_load_n(bell, __ATOMIC_ACQUIRE) != rings) {
            return;
        }
    } while (may_look_again(++look, &end));
}

int taskkit_condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t milliseconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += milliseconds % 1000 * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec += 1;
        until.tv_nsec -= 1000000000;
    }
    return pthread_cond_timedwait(condition, mutex, &until);
}
