"""The layered graph in SimPy: python3 simpy_layers.py layers.txt (written by `Benchmarks graph COUNT`)."""

import sys
import time

import simpy

WIDTH = 4


def main(path):
    with open(path) as lines:
        tasks = [[int(number) for number in line.split()] for line in lines]
    environment = simpy.Environment()
    lane = simpy.PriorityResource(environment, capacity=WIDTH)
    records = []
    done = [environment.event() for _ in tasks]

    def run(number, duration, priority, predecessors):
        records.append((environment.now, "release", number))
        if predecessors:
            yield simpy.AllOf(environment, [done[predecessor] for predecessor in predecessors])
        ready = environment.now
        # The order of the scheduler: priority, then release.
        with lane.request(priority=(priority, number)) as place:
            yield place
            records.append((environment.now, "start", number))
            yield environment.timeout(duration)
        records.append((environment.now, "finish", number, ready))
        done[number].succeed()

    start = time.perf_counter()
    for number, (duration, priority, *predecessors) in enumerate(tasks):
        environment.process(run(number, duration, priority, predecessors))
    environment.run()
    elapsed = time.perf_counter() - start
    print(f"makespan {environment.now} ns, {len(records)} records, {elapsed * 1e9 / len(tasks):.0f} ns a task")


main(sys.argv[1])
