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

enum { looks_between_yields = 8 };

void taskkit_mutex_lock_patiently(pthread_mutex_t *mutex)
{
    for (int look = 1; look <= 16 * looks_between_yields; look++) {
        if (pthread_mutex_trylock(mutex) == 0) {
            return;
        }
        pause_briefly();
        if (look % looks_between_yields == 0) {
            sched_yield();
        }
    }
    pthread_mutex_lock(mutex);
}

void taskkit_bell_ring(uint32_t *bell)
{
    __atomic_fetch_add(bell, 1, __ATOMIC_RELEASE);
}

void taskkit_bell_await(const uint32_t *bell, uint32_t rings)
{
    for (int look = 1; look <= 16 * looks_between_yields; look++) {
        if (__atomic_load_n(bell, __ATOMIC_ACQUIRE) != rings) {
            return;
        }
        pause_briefly();
        if (look % looks_between_yields == 0) {
            sched_yield();
        }
    }
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
