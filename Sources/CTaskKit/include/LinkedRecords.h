#ifndef LINKEDRECORDS_H
#define LINKEDRECORDS_H

#include <stddef.h>
#include <stdint.h>

/// The records that annotations leave for the linker.

/// What an annotation leaves for the linker, as TaskKit's macros lay it out.
struct taskkit_record {
    uint32_t mark;
    uint32_t version;
    void (*_Nonnull add)(void *_Nonnull collection);
    uintptr_t reserved;
};

/// Calls `visit` for each record of every loaded image: the executable's, then those of libraries.
void taskkit_visit_records(
    void (*_Nonnull visit)(const struct taskkit_record *_Nullable record, void *_Nullable context),
    void *_Nullable context);

#endif
