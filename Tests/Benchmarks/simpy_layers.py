#!/usr/bin/env python3
"""The layered graph in SimPy: python3 simpy_layers.py layers.txt [own|resource] (written by `Benchmarks graph COUNT`).

`own` (the default): the lane is a heap of our own with the scheduler's order, so that the makespan is the same.
`resource`: the lane is simpy.PriorityResource, as most programs would write it. It hands a place on before the
successors that get ready at the same instant are in its queue, which is another order, and sorts its whole queue for
each request.
"""

import heapq
import sys
import time

import simpy

WIDTH = 4
AFTER_ALL_OTHERS = 2  # SimPy's own events have priority 0 or 1


class Lane:
    """Places given by (priority, release), after all ends of the instant."""

    def __init__(self, environment):
        self.environment = environment
        self.waiting = []
        self.free = WIDTH
        self.awake = False

    def request(self, rank):
        place = self.environment.event()
        heapq.heappush(self.waiting, (rank, place))
        self.wake()
        return place

    def release(self, _):
        self.free += 1
        self.wake()

    def wake(self):
        if self.awake:
            return
        self.awake = True
        event = simpy.Event(self.environment)
        event._ok, event._value = True, None
        event.callbacks.append(self.give)
        self.environment.schedule(event, priority=AFTER_ALL_OTHERS)

    def give(self, _):
        self.awake = False
        while self.free > 0 and self.waiting:
            self.free -= 1
            heapq.heappop(self.waiting)[1].succeed()


class Resource(Lane):
    """The library's own."""

    def __init__(self, environment):
        self.resource = simpy.PriorityResource(environment, capacity=WIDTH)

    def request(self, rank):
        return self.resource.request(priority=rank)

    def release(self, request):
        self.resource.release(request)


def main(path, kind):
    with open(path) as lines:
        tasks = [[int(number) for number in line.split()] for line in lines]
    environment = simpy.Environment()
    lane = Resource(environment) if kind == "resource" else Lane(environment)
    records = []
    done = [environment.event() for _ in tasks]

    def run(number, duration, priority, predecessors):
        records.append((environment.now, "release", number))
        if predecessors:
            yield simpy.AllOf(environment, [done[predecessor] for predecessor in predecessors])
        ready = environment.now
        request = lane.request((priority, number))
        yield request
        records.append((environment.now, "start", number))
        yield environment.timeout(duration)
        records.append((environment.now, "finish", number, ready))
        done[number].succeed()
        lane.release(request)

    start = time.perf_counter()
    for number, (duration, priority, *predecessors) in enumerate(tasks):
        environment.process(run(number, duration, priority, predecessors))
    environment.run()
    elapsed = time.perf_counter() - start
    print(f"makespan {environment.now} ns, {len(records)} records, {elapsed * 1e9 / len(tasks):.0f} ns a task")


if len(sys.argv) < 2:
    sys.exit(__doc__)
main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "own")
