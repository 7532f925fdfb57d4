#!/usr/bin/env python3
"""The dashboard with very many tasks, and while time runs: keys, steps, the launch, processor time.

usage: screen_load.py TASKSCOPE [--tasks 100000] [--records 1000000] [--size 160x48]

Writes a scenario of so many tasks in layers, opens it on a pseudo-terminal, opens the group that hides them, and prints
how long keys take from being sent to the last byte of their answer, before and after the launch, and after as many
launches to their ends as make so many trace records, three a run; then the share of a processor that the built-in demo
takes while it runs at its 30 frames a second. Where tig is installed, its moves are measured in the same way before and
after, as the speed of a machine drifts. What of the first paint is reading is told by `Benchmarks screen`.
"""

import argparse
import os
import select
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from screen_peers import Screen, prepare  # noqa: E402

# Within the table, as screen_peers.py moves; and down beyond its lower edge and up again.
MOVES = ([b"j"] * 20 + [b"k"] * 20) * 3
FAR_MOVES = [b"j"] * 60 + [b"k"] * 60


def write_scenario(path, count):
    """Each task after one 100 and one 137 before it, a tenth to six tenths of a millisecond long."""
    with open(path, "w") as file:
        file.write("name: many\nlanes: {pool: 4}\ntasks:\n")
        for number in range(count):
            after = [f"Task{number - back}" for back in (100, 137) if number >= back]
            edges = f", after: [{', '.join(after)}]" if after else ""
            length = f"{100 + number % 500}us"
            file.write(f"  - {{name: Task{number}, on: didFinishLaunching, lane: pool, duration: {length}{edges}}}\n")


def press(screen, keys, what):
    """Sends keys one by one; prints how long their answers took."""
    times, sizes = [], []
    for key in keys:
        sent = screen.send(key)
        count, last = screen.answer(quiet=0.02, patience=3)
        if last is not None:
            times.append((last - sent) * 1e3)
            sizes.append(count)
    times.sort()
    sizes.sort()
    late = times[min(len(times) - 1, len(times) * 95 // 100)]
    print(f"{what}: p50 {times[len(times) // 2]:.2f} ms, p95 {late:.2f} ms, {sizes[len(sizes) // 2]} bytes")


def once(screen, keys, what):
    sent = screen.send(keys)
    _, last = screen.answer(quiet=1, patience=60)
    print(f"{what}: {(last - sent) * 1e3:.0f} ms")


def launch_again(screen, count, records):
    """Launches to their ends until the session has this many records; three a run."""
    seconds = int(count * 350e-6 / 4) + 2
    launches = max(1, -(-records // (3 * count)))
    for number in range(launches):
        if number:
            screen.send(b"T")
            screen.answer(quiet=1, patience=60)
            # Only the first launch lets time run.
            screen.send(b"L")
            screen.answer(quiet=1, patience=60)
        screen.send(f":goto {(number + 1) * seconds}s\r".encode())
        screen.answer(quiet=2, patience=60)
    return launches


def many(command, count, records, columns, rows, folder):
    path = os.path.join(folder, "many.yaml")
    write_scenario(path, count)
    screen = Screen([command, path], folder, columns, rows)
    try:
        _, last = screen.answer(quiet=1, patience=120)
        print(f"{count} tasks, first paint with reading: {(last - screen.start) * 1e3:.0f} ms")
        screen.send(b"\r")
        screen.answer(quiet=1)
        press(screen, MOVES, "a move before the launch")
        once(screen, b"L ", "launch, then hold")
        press(screen, MOVES, "a move after it")
        press(screen, FAR_MOVES, "a move after it, some scroll")
        press(screen, [b"."] * 20, "a step in time")
        press(screen, [b"\x1b[6~"] * 20, "a page")
        once(screen, b"kj" * 250, "500 moves at once")
        launches = launch_again(screen, count, records)
        screen.answer(quiet=1, patience=1)
        press(screen, MOVES, f"a move after {launches} launches, {launches * 3 * count} records and more")
        press(screen, [b","] * 10 + [b"."] * 10, "a step in time then")
        with open(f"/proc/{screen.process}/status") as status:
            print("memory:", next(line for line in status if line.startswith("VmHWM")).split(":")[1].strip())
    finally:
        screen.close()


def peer(columns, rows, folder):
    if not shutil.which("tig"):
        return
    screen = Screen(["tig"], folder, columns, rows)
    try:
        screen.answer(quiet=0.4)
        press(screen, MOVES, "a move in tig")
        press(screen, FAR_MOVES, "a move in tig, some scroll")
    finally:
        screen.close()


def processor_time(process):
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def running(command, columns, rows, folder):
    screen = Screen([command], folder, columns, rows)
    try:
        screen.answer(quiet=0.4)
        screen.send(b"L")
        before, start = processor_time(screen.process), time.perf_counter()
        while time.perf_counter() - start < 10:
            if select.select([screen.terminal], [], [], 0.1)[0]:
                os.read(screen.terminal, 1 << 16)
        share = (processor_time(screen.process) - before) / (time.perf_counter() - start)
        print(f"the demo running: {share:.1%} of a processor")
    finally:
        screen.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("taskscope")
    parser.add_argument("--tasks", type=int, default=100_000)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--size", default="160x48")
    arguments = parser.parse_args()
    columns, rows = (int(part) for part in arguments.size.split("x"))
    command = os.path.abspath(arguments.taskscope)
    if not os.access(command, os.X_OK) or os.path.isdir(command):
        sys.exit(f"{arguments.taskscope}: no program that can be run")
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        peer(columns, rows, folder)
        many(command, arguments.tasks, arguments.records, columns, rows, folder)
        peer(columns, rows, folder)
        running(command, columns, rows, folder)


if __name__ == "__main__":
    main()
