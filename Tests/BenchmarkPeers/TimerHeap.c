#if defined(__linux__)
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#endif
#include <stdlib.h>

#include "BenchmarkPeers.h"

typedef struct {
    int64_t key;
    int64_t order;
    int32_t timer;
} entry;

struct timer_heap {
    entry *entries;
    int32_t *places;
    int32_t count;
    int64_t issued;
};

/// Room in huge pages if the system has them, as for the wheel's tables.
static void *room(size_t size) {
    size_t page = (size_t)2 << 20;
    size = (size + page - 1) / page * page;
    void *bytes = aligned_alloc(page, size);
#if defined(__linux__)
    madvise(bytes, size, MADV_HUGEPAGE);
#endif
    return bytes;
}

timer_heap *timer_heap_new(int32_t capacity) {
    timer_heap *heap = calloc(1, sizeof *heap);
    heap->entries = room(sizeof(entry) * (size_t)capacity);
    heap->places = room(sizeof(int32_t) * (size_t)capacity);
    return heap;
}

void timer_heap_free(timer_heap *heap) {
    free(heap->entries);
    free(heap->places);
    free(heap);
}

static bool precedes(const entry *left, const entry *right) {
    return left->key == right->key ? left->order < right->order : left->key < right->key;
}

static void put(timer_heap *heap, int32_t place, entry moved) {
    heap->entries[place] = moved;
    heap->places[moved.timer] = place;
}

static void sift_up(timer_heap *heap, int32_t place, entry moved) {
    while (place > 0) {
        int32_t parent = (place - 1) / 2;
        if (!precedes(&moved, &heap->entries[parent])) break;
        put(heap, place, heap->entries[parent]);
        place = parent;
    }
    put(heap, place, moved);
}

static void sift_down(timer_heap *heap, int32_t place, entry moved) {
    for (;;) {
        int32_t child = 2 * place + 1;
        if (child >= heap->count) break;
        if (child + 1 < heap->count && precedes(&heap->entries[child + 1], &heap->entries[child])) child++;
        if (!precedes(&heap->entries[child], &moved)) break;
        put(heap, place, heap->entries[child]);
        place = child;
    }
    put(heap, place, moved);
}

static void replace(timer_heap *heap, int32_t place, entry moved) {
    if (place > 0 && precedes(&moved, &heap->entries[(place - 1) / 2])) {
        sift_up(heap, place, moved);
    } else {
        sift_down(heap, place, moved);
    }
}

void timer_heap_insert(timer_heap *heap, int32_t timer, int64_t key) {
    sift_up(heap, heap->count++, (entry){key, heap->issued++, timer});
}

void timer_heap_cancel(timer_heap *heap, int32_t timer) {
    int32_t place = heap->places[timer];
    entry last = heap->entries[--heap->count];
    if (place < heap->count) replace(heap, place, last);
}

void timer_heap_move(timer_heap *heap, int32_t timer, int64_t key) {
    replace(heap, heap->places[timer], (entry){key, heap->issued++, timer});
}

uint64_t timer_heap_advance(timer_heap *heap, int64_t key, uint64_t hash) {
    while (heap->count > 0 && heap->entries[0].key <= key) {
        hash = (hash ^ (uint64_t)heap->entries[0].timer) * 0x100000001B3;
        entry last = heap->entries[--heap->count];
        if (heap->count > 0) sift_down(heap, 0, last);
    }
    return hash;
}
