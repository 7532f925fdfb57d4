#include <stdlib.h>

#include "BenchmarkPeers.h"

typedef struct {
    uint64_t rank;
    int64_t sequence;
    int32_t payload;
} entry;

struct ready_heap {
    entry *entries;
    int32_t count;
};

ready_heap *ready_heap_new(int32_t capacity) {
    ready_heap *heap = calloc(1, sizeof *heap);
    heap->entries = malloc(sizeof(entry) * (size_t)capacity);
    return heap;
}

void ready_heap_free(ready_heap *heap) {
    free(heap->entries);
    free(heap);
}

static bool precedes(const entry *left, const entry *right) {
    return left->rank == right->rank ? left->sequence < right->sequence : left->rank < right->rank;
}

void ready_heap_insert(ready_heap *heap, int32_t payload, uint64_t rank, int64_t sequence) {
    entry added = {rank, sequence, payload};
    int32_t place = heap->count++;
    while (place > 0) {
        int32_t parent = (place - 1) / 2;
        if (!precedes(&added, &heap->entries[parent])) break;
        heap->entries[place] = heap->entries[parent];
        place = parent;
    }
    heap->entries[place] = added;
}

int32_t ready_heap_pop(ready_heap *heap) {
    if (heap->count == 0) return -1;
    int32_t payload = heap->entries[0].payload;
    entry last = heap->entries[--heap->count];
    int32_t place = 0;
    for (;;) {
        int32_t child = 2 * place + 1;
        if (child >= heap->count) break;
        if (child + 1 < heap->count && precedes(&heap->entries[child + 1], &heap->entries[child])) child++;
        if (!precedes(&heap->entries[child], &last)) break;
        heap->entries[place] = heap->entries[child];
        place = child;
    }
    heap->entries[place] = last;
    return payload;
}
