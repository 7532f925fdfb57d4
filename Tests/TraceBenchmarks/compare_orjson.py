#!/usr/bin/env python3
"""Export and import of 1,000,000 trace events against orjson on the same bytes.

usage: compare_orjson.py TRACEBENCHMARKS [--events 1000000] [--rounds 5] [--folder DIR] [--foreign FILE]

Both work in memory, in one run and in turn (ours, orjson, ours, orjson): the speed of a machine drifts, the ratio of
neighbours does not. Times are those of the processor: other work on the machine takes none of them. Ours is timed inside its
process: an export from trace records to bytes, an import from bytes to the launch, which is more than parsing. orjson's is
the call alone: dumps of the objects that loads made of our export, loads of the file. Of ndjson orjson writes and reads the lines as one list. `--foreign` adds a trace that another program wrote.
"""

import argparse
import gc
import os
import statistics
import subprocess
import tempfile
import time

import orjson


class Ours:
    def __init__(self, path, events):
        self.process = subprocess.Popen(
            [path, str(events)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if not answer or answer.startswith("error"):
            raise SystemExit(f"{command}: {answer}")
        return answer

    def seconds(self, command):
        return int(self.ask(command).split()[0]) / 1e9


def timed(work):
    start = time.process_time()
    result = work()
    elapsed = time.process_time() - start
    del result
    return elapsed


def compare(title, rounds, ours, peer, size):
    pairs = [(ours(), peer()) for _ in range(rounds)]
    ratio = statistics.median(theirs / own for own, theirs in pairs)
    own = statistics.median(own for own, _ in pairs)
    theirs = statistics.median(theirs for _, theirs in pairs)
    print(f"{title:28} {size / 1e6:7.1f} MB   ours {own * 1e3:8.1f} ms   orjson {theirs * 1e3:8.1f} ms   "
          f"orjson / ours {ratio:6.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", default=tempfile.gettempdir())
    parser.add_argument("--foreign")
    arguments = parser.parse_args()
    gc.disable()
    ours = Ours(arguments.program, arguments.events)
    print(f"orjson {orjson.__version__}, median of {arguments.rounds} pairs")
    for form in ["chrome", "otlp", "ndjson"]:
        path = os.path.join(arguments.folder, f"taskscope-benchmark.{form}")
        ours.ask(f"save {form} {path}")
        with open(path, "rb") as file:
            data = file.read()
        if form == "ndjson":
            lines = data.splitlines()
            objects = [orjson.loads(line) for line in lines]
            # As one list, which is the best case for orjson: a call for each line would take far longer.
            whole = b"[" + b",".join(lines) + b"]"
            write = lambda: timed(lambda: orjson.dumps(objects))
            read = lambda: timed(lambda: orjson.loads(whole))
        else:
            objects = orjson.loads(data)
            if form == "chrome":
                print(f"{len(objects['traceEvents'])} events")
            write = lambda: timed(lambda: orjson.dumps(objects))
            read = lambda: timed(lambda: orjson.loads(data))
        compare(f"export {form}", arguments.rounds, lambda: ours.seconds(f"write {form}"), write, len(data))
        del objects
        compare(f"import {form}", arguments.rounds, lambda: ours.seconds(f"read {form} {path}"), read, len(data))
        os.unlink(path)
    if arguments.foreign:
        with open(arguments.foreign, "rb") as file:
            data = file.read()
        compare("import another's chrome", arguments.rounds,
                lambda: ours.seconds(f"read chrome {arguments.foreign}"),
                lambda: timed(lambda: orjson.loads(data)), len(data))


main()
