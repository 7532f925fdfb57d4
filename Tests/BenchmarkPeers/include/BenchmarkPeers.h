#ifndef BENCHMARK_PEERS_H
#define BENCHMARK_PEERS_H

#include <stdint.h>

/// What a straightforward C program of the same model writes for each release, start and finish.
typedef struct {
    int64_t time;
    int64_t ready;
    int64_t kind;
    int32_t task;
    int32_t run;
    int32_t attempt;
    int32_t lane;
} peer_record;

/// Replays a graph of tasks on one lane: all released at 0, ready ones start by priority, then number.
///
/// `first[t] ..< first[t + 1]` are the places of the predecessors of task t in `predecessors`. `records` has room for
/// three times `count`. Returns the makespan.
int64_t peer_replay(int32_t count, const int32_t *first, const int32_t *predecessors, const int64_t *durations,
                    const uint8_t *priorities, int32_t width, peer_record *records, int64_t *record_count);

#endif
