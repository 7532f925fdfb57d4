#include "LinkedRecords.h"

#include <stdatomic.h>
#include <stdlib.h>

struct record {
    taskkit_registration add;
    struct record *next;
};

/// The last record. The loader may load a library while a thread visits them.
static _Atomic(struct record *) last;

void taskkit_link(taskkit_registration add) {
    struct record *record = malloc(sizeof *record);
    if (record == NULL) { return; }
    record->add = add;
    record->next = atomic_load(&last);
    while (!atomic_compare_exchange_weak(&last, &record->next, record)) {}
}

void taskkit_visit(void *collection) {
    for (const struct record *record = atomic_load(&last); record != NULL; record = record->next) {
        record->add(collection);
    }
}
