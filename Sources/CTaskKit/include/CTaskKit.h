#ifndef CTASKKIT_H
#define CTASKKIT_H

#include <stddef.h>
#include <stdint.h>

/// System calls that Swift cannot make by itself, and the bounds of the section that holds the registered tasks.

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
