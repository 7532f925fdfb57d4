#include "BenchmarkPeers.h"

#include <stdbool.h>
#include <stdlib.h>

// A list scheduler as one would write it in C: binary heaps for ready runs and for ends, successors in one array.

typedef struct {
    int64_t key;
    int32_t task;
} entry;

typedef struct {
    entry *entries;
    int32_t count;
} heap;

static bool precedes(entry left, entry right) {
    return left.key != right.key ? left.key < right.key : left.task < right.task;
}

static void push(heap *heap, entry added) {
    int32_t index = heap->count++;
    while (index > 0 && precedes(added, heap->entries[(index - 1) / 2])) {
        heap->entries[index] = heap->entries[(index - 1) / 2];
        index = (index - 1) / 2;
    }
    heap->entries[index] = added;
}

static entry pop(heap *heap) {
    entry first = heap->entries[0];
    entry last = heap->entries[--heap->count];
    int32_t index = 0;
    for (;;) {
        int32_t child = 2 * index + 1;
        if (child >= heap->count) break;
        if (child + 1 < heap->count && precedes(heap->entries[child + 1], heap->entries[child])) child += 1;
        if (!precedes(heap->entries[child], last)) break;
        heap->entries[index] = heap->entries[child];
        index = child;
    }
    heap->entries[index] = last;
    return first;
}

int64_t peer_replay(int32_t count, const int32_t *first, const int32_t *predecessors, const int64_t *durations,
                    const uint8_t *priorities, int32_t width, peer_record *records, int64_t *record_count) {
    int32_t edges = first[count];
    int32_t *start = calloc((size_t)count + 2, sizeof(int32_t));
    int32_t *successors = malloc(sizeof(int32_t) * ((size_t)edges + 1));
    int32_t *waits = malloc(sizeof(int32_t) * ((size_t)count + 1));
    int64_t *ready_at = calloc((size_t)count + 1, sizeof(int64_t));
    heap ready = {malloc(sizeof(entry) * ((size_t)count + 1)), 0};
    heap ends = {malloc(sizeof(entry) * ((size_t)width + 1)), 0};
    for (int32_t edge = 0; edge < edges; edge++) start[predecessors[edge] + 2]++;
    for (int32_t task = 0; task < count; task++) start[task + 2] += start[task + 1];
    for (int32_t task = 0; task < count; task++) {
        for (int32_t edge = first[task]; edge < first[task + 1]; edge++) {
            successors[start[predecessors[edge] + 1]++] = task;
        }
    }
    int64_t written = 0;
    int64_t now = 0;
    for (int32_t task = 0; task < count; task++) {
        records[written++] = (peer_record){now, 0, 0, task, 1, 0, 0};
        waits[task] = first[task + 1] - first[task];
        if (waits[task] == 0) push(&ready, (entry){(int64_t)priorities[task] << 32 | task, task});
    }
    int32_t running = 0;
    while (ready.count > 0 || ends.count > 0) {
        while (running < width && ready.count > 0) {
            int32_t task = pop(&ready).task;
            running++;
            records[written++] = (peer_record){now, ready_at[task], 1, task, 1, 1, 0};
            push(&ends, (entry){now + durations[task], task});
        }
        now = ends.entries[0].key;
        while (ends.count > 0 && ends.entries[0].key == now) {
            int32_t task = pop(&ends).task;
            running--;
            records[written++] = (peer_record){now, ready_at[task], 2, task, 1, 1, 0};
            for (int32_t place = start[task]; place < start[task + 1]; place++) {
                int32_t successor = successors[place];
                if (--waits[successor] > 0) continue;
                ready_at[successor] = now;
                push(&ready, (entry){(int64_t)priorities[successor] << 32 | successor, successor});
            }
        }
    }
    free(start);
    free(successors);
    free(waits);
    free(ready_at);
    free(ready.entries);
    free(ends.entries);
    *record_count = written;
    return now;
}
