#define _GNU_SOURCE
#include "ThreadNames.h"

#include <pthread.h>
#include <stdio.h>

#if defined(__APPLE__)
#include <pthread/qos.h>
#endif

void taskkit_name_thread(const char *name) {
#if defined(__APPLE__)
    pthread_setname_np(name);
#else
    char kept[16];
    snprintf(kept, sizeof kept, "%s", name);
    pthread_setname_np(pthread_self(), kept);
#endif
}

void taskkit_set_urgency(int urgency) {
#if defined(__APPLE__)
    const qos_class_t qos =
        urgency > 0 ? QOS_CLASS_USER_INITIATED : urgency < 0 ? QOS_CLASS_UTILITY : QOS_CLASS_DEFAULT;
    pthread_set_qos_class_self_np(qos, 0);
#else
    (void)urgency;
#endif
}

unsigned long taskkit_thread_number(void) {
    static _Thread_local char place;
    return (unsigned long)&place;
}
