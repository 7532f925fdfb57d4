#!/usr/bin/env python3
"""Export and import of 1,000,000 trace events against orjson on the same bytes.

usage: compare_orjson.py TRACEBENCHMARKS [--events 1000000] [--rounds 5] [--folder DIR] [--foreign FILE]...

Both work in memory, in one run and in turn (ours, orjson, ours, orjson): the speed of a machine drifts, the ratio of
neighbours does not. Times are those of the processor: other work on the machine takes none of them. Ours is timed inside its
process: an export from trace records to bytes, an import from bytes to the launch, which is more than parsing. orjson's is
the call alone: dumps of the objects that loads made of our export, loads of the file. Of ndjson orjson writes and reads the
lines as one list. Then traces of another layout than ours: a beginning and an end for each slice on a line of its own;
complete events as Python's json writes them, with escapes and nested arguments; and every `--foreign` file.
"""

import argparse
import gc
import json
import os
import random
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


def compare_import(title, path, rounds, ours):
    with open(path, "rb") as file:
        data = file.read()
    compare(title, rounds, lambda: ours.seconds(f"read chrome {path}"), lambda: timed(lambda: orjson.loads(data)),
            len(data))


def write_pairs(path, events):
    """Slices of eight threads as two events each, a line an event."""
    choose = random.Random(1)
    time = 0
    with open(path, "w") as file:
        file.write('{"traceEvents":[\n')
        for number in range(events // 2):
            time += choose.randint(1, 30)
            length, thread, name = choose.randint(1, 20), choose.randint(1, 8), f"Task{choose.randrange(400)}"
            decimals = f"{number % 1000:03}"
            file.write(",\n" if number else "")
            file.write(f'{{"name":"{name}","cat":"app","ph":"B","ts":{time}.{decimals},"pid":1,"tid":{thread},'
                       f'"args":{{"run":{number}}}}},\n')
            file.write(f'{{"name":"{name}","cat":"app","ph":"E","ts":{time + length}.{decimals},"pid":1,"tid":{thread}}}')
        file.write("\n]}\n")


def write_spaced(path, events):
    """Complete events as json.dump writes them, with blanks, escapes and nested arguments."""
    choose = random.Random(2)
    names = ["ThreadController::RunTask", "Parse", "v8.compile", "Layout", "GC"]
    traced = []
    time = 0
    for number in range(events):
        time += choose.randint(1, 3000)
        arguments = {"n": number}
        if number % 3 == 0:
            arguments = {"file": "C:\\app\\main.cc", "data": {"sizes": [1, 2, 3], "text": 'a "word"'}}
        traced.append({
            "pid": 4242, "tid": choose.choice([4242, 4243, 4250, 5000]), "ts": time / 1000, "ph": "X",
            "cat": "toplevel,loading", "name": choose.choice(names), "args": arguments,
            "dur": choose.randint(1, 900000) / 1000, "tdur": 12, "tts": choose.randint(1, 1000000)})
    with open(path, "w") as file:
        json.dump({"traceEvents": traced}, file)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", default=tempfile.gettempdir())
    parser.add_argument("--foreign", action="append", default=[])
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
    made = {"pairs of events": write_pairs, "complete events": write_spaced}
    for title, write in made.items():
        path = os.path.join(arguments.folder, f"taskscope-{write.__name__}.json")
        write(path, arguments.events)
        compare_import(f"import {title}", path, arguments.rounds, ours)
        os.unlink(path)
    for path in arguments.foreign:
        compare_import(f"import {os.path.basename(path)}", path, arguments.rounds, ours)


main()
