#define _GNU_SOURCE
#include "ThreadNames.h"

#include <pthread.h>
#include <stdio.h>

void taskkit_name_thread(const char *name) {
#if defined(__APPLE__)
    pthread_setname_np(name);
#else
    char kept[16];
    snprintf(kept, sizeof kept, "%s", name);
    pthread_setname_np(pthread_self(), kept);
#endif
}

unsigned long taskkit_thread_number(void) {
    static _Thread_local char place;
    return (unsigned long)&place;
}
