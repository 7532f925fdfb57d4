#include <stdlib.h>
#include <string.h>

#include "BenchmarkPeers.h"

typedef struct {
    int64_t time;
    int64_t ready;
    int32_t kind;
    int32_t task;
    int32_t run;
    int32_t attempt;
    int32_t lane;
    int32_t outcome;
} record;

_Static_assert(sizeof(record) == 40, "a record has 40 bytes");

typedef struct {
    int64_t time;
    int64_t order;
    int32_t task;
} ending;

typedef struct {
    record *records;
    size_t count;
    size_t capacity;
} trace;

enum { RELEASE, START, FINISH };

static void append(trace *trace, record added) {
    if (trace->count == trace->capacity) {
        trace->capacity = trace->capacity ? trace->capacity * 2 : 1024;
        trace->records = realloc(trace->records, trace->capacity * sizeof(record));
    }
    trace->records[trace->count++] = added;
}

static bool precedes(const ending *left, const ending *right) {
    return left->time == right->time ? left->order < right->order : left->time < right->time;
}

static void push_ending(ending *heap, int32_t *count, ending added) {
    int32_t place = (*count)++;
    while (place > 0) {
        int32_t parent = (place - 1) / 2;
        if (!precedes(&added, &heap[parent])) break;
        heap[place] = heap[parent];
        place = parent;
    }
    heap[place] = added;
}

static ending pop_ending(ending *heap, int32_t *count) {
    ending first = heap[0];
    ending last = heap[--*count];
    int32_t place = 0;
    for (;;) {
        int32_t child = 2 * place + 1;
        if (child >= *count) break;
        if (child + 1 < *count && precedes(&heap[child + 1], &heap[child])) child++;
        if (!precedes(&heap[child], &last)) break;
        heap[place] = heap[child];
        place = child;
    }
    heap[place] = last;
    return first;
}

replay_result replay_run(const replay_graph *graph, int32_t width) {
    size_t count = (size_t)graph->task_count;
    int32_t *open = malloc(count * sizeof *open);
    int64_t *ready_times = calloc(count, sizeof *ready_times);
    ending *endings = malloc((size_t)width * sizeof *endings);
    ready_heap *ready = ready_heap_new(graph->task_count);
    trace trace = {0};
    int32_t running = 0;
    int64_t now = 0, started = 0;
    uint64_t hash = 0xCBF29CE484222325;

    memcpy(open, graph->predecessor_counts, count * sizeof *open);
    for (int32_t task = 0; task < graph->task_count; task++) {
        append(&trace, (record){.time = 0, .kind = RELEASE, .task = task, .run = 1, .lane = 1});
        if (open[task] == 0) ready_heap_insert(ready, task, graph->priorities[task], task);
    }
    for (;;) {
        while (running > 0 && endings[0].time <= now) {
            int32_t task = pop_ending(endings, &running).task;
            append(&trace, (record){.time = now, .ready = ready_times[task], .kind = FINISH, .task = task,
                                    .run = 1, .attempt = 1, .lane = 1});
            for (int32_t edge = graph->successor_starts[task]; edge < graph->successor_starts[task + 1]; edge++) {
                int32_t next = graph->successors[edge];
                if (--open[next] > 0) continue;
                ready_times[next] = now;
                ready_heap_insert(ready, next, graph->priorities[next], next);
            }
        }
        if (running < width) {
            int32_t task = ready_heap_pop(ready);
            if (task >= 0) {
                append(&trace, (record){.time = now, .kind = START, .task = task, .run = 1, .attempt = 1, .lane = 1});
                hash = (hash ^ (uint64_t)task) * 0x100000001B3;
                push_ending(endings, &running, (ending){now + graph->durations[task], started++, task});
                continue;
            }
        }
        if (running == 0) break;
        now = endings[0].time;
    }
    replay_result result = {now, (int64_t)trace.count, hash};
    free(trace.records);
    free(open);
    free(ready_times);
    free(endings);
    ready_heap_free(ready);
    return result;
}
