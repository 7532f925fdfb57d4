#ifndef BENCHMARK_PEERS_H
#define BENCHMARK_PEERS_H

#include <stdbool.h>
#include <stdint.h>

// Straightforward C programs that the Swift code is measured against, in one run with it.

// Timers in a binary heap by (key, order of insertion) that knows the place of each timer.
typedef struct timer_heap timer_heap;
timer_heap *timer_heap_new(int32_t capacity);
void timer_heap_free(timer_heap *heap);
void timer_heap_insert(timer_heap *heap, int32_t timer, int64_t key);
void timer_heap_cancel(timer_heap *heap, int32_t timer);
void timer_heap_move(timer_heap *heap, int32_t timer, int64_t key);
// Takes out all timers with keys up to `key`; returns the hash `hash` continued over them.
uint64_t timer_heap_advance(timer_heap *heap, int64_t key, uint64_t hash);

// Ready runs in a binary heap by (rank, sequence).
typedef struct ready_heap ready_heap;
ready_heap *ready_heap_new(int32_t capacity);
void ready_heap_free(ready_heap *heap);
void ready_heap_insert(ready_heap *heap, int32_t payload, uint64_t rank, int64_t sequence);
// The payload of the first run, or -1.
int32_t ready_heap_pop(ready_heap *heap);

// A graph of tasks that are all released at t = 0, in the order of their numbers.
typedef struct {
    int32_t task_count;
    const int64_t *durations;
    const uint8_t *priorities;
    const int32_t *predecessor_counts;
    const int32_t *successor_starts;  // task_count + 1 of them
    const int32_t *successors;
} replay_graph;

typedef struct {
    int64_t makespan;
    int64_t records;
    uint64_t start_hash;  // over the tasks in the order of their starts
} replay_result;

// Runs the graph in virtual time on one lane and writes a record for each release, start and finish.
replay_result replay_run(const replay_graph *graph, int32_t width);

// A job store's file of its own, with the table of ours, changed by the statements that ours sends to SQLite.
typedef struct job_file job_file;
job_file *job_file_new(const char *path, bool full);
void job_file_close(job_file *file);
// Writes `count` rows from number `first` on in one transaction: enqueued, or begun.
void job_file_put(job_file *file, int64_t first, int32_t count, bool is_running);
// Removes them in one transaction.
void job_file_remove(job_file *file, int64_t first, int32_t count);

/// Bytes that malloc has given out and not taken back; -1 if the library does not say.
int64_t allocated_bytes(void);

#endif
