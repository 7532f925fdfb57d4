#!/usr/bin/env python3
"""First paint, keys, bytes, a flood of keys and rest: taskscope beside less, htop, tig, fzf and btop on a pseudo-terminal.

usage: screen_peers.py TASKSCOPE [SCENARIO] [--size 160x48] [--keys 200] [--rounds 3] [--only NAME,...]

Every program draws on a pty of the same size and is asked the same things, in turn, round after round, as the speed of a
machine drifts: how long until its first screen is complete; how long from a key that moves the cursor to the last byte of
its answer, and how many bytes that is; how long 500 such keys sent at once take; how many bytes it sends in two seconds
without a key. A screen is complete when nothing has come for QUIET seconds; the silence itself is not counted. Programs
that are not installed are left out and named. Prints a table in Markdown: medians over the rounds.
"""

import argparse
import fcntl
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

QUIET = 0.15
FLOOD = 500


class Screen:
    """A program on a pseudo-terminal."""

    def __init__(self, command, folder, columns, rows):
        self.start = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.chdir(folder)
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", HOME=folder, XDG_CONFIG_HOME=folder)
            os.environ.pop("NO_COLOR", None)
            try:
                os.execvp(command[0], command)
            finally:
                os._exit(127)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def answer(self, quiet=QUIET, patience=10.0):
        """Bytes until it is silent, and when the last of them came; None if none came in time."""
        count, last = 0, None
        wait = patience
        while select.select([self.terminal], [], [], wait)[0]:
            try:
                part = os.read(self.terminal, 1 << 16)
            except OSError:
                break
            if not part:
                break
            self.reply(part)
            count, last, wait = count + len(part), time.perf_counter(), quiet
        return count, last

    def reply(self, part):
        """Answers what terminals are asked: the cursor's place and what kind they are."""
        if b"\x1b[6n" in part:
            os.write(self.terminal, b"\x1b[1;1R")
        if b"\x1b[c" in part:
            os.write(self.terminal, b"\x1b[?62;c")

    def send(self, text):
        os.write(self.terminal, text)
        return time.perf_counter()

    def close(self):
        try:
            os.kill(self.process, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def measure(command, keys, folder, columns, rows, presses):
    screen = Screen(command, folder, columns, rows)
    try:
        _, painted = screen.answer(quiet=0.4)
        if painted is None:
            return None
        found = {"first paint ms": (painted - screen.start) * 1e3}
        times, sizes = [], []
        for number in range(presses):
            sent = screen.send(keys[number // 20 % 2])
            count, last = screen.answer(quiet=0.02, patience=0.25)
            if last is not None:
                times.append((last - sent) * 1e3)
                sizes.append(count)
        screen.answer(quiet=0.3, patience=0.3)
        if times:
            times.sort()
            found["key p50 ms"] = times[len(times) // 2]
            found["key p95 ms"] = times[min(len(times) - 1, len(times) * 95 // 100)]
            found["bytes a key"] = statistics.median(sizes)
        sent = screen.send(keys[0] * FLOOD)
        _, last = screen.answer(quiet=0.5, patience=2)
        if last is not None:
            found[f"{FLOOD} keys ms"] = (last - sent) * 1e3
        screen.answer(quiet=0.5, patience=0.5)
        rested, count = time.perf_counter() + 2, 0
        while (left := rested - time.perf_counter()) > 0:
            if select.select([screen.terminal], [], [], left)[0]:
                count += len(os.read(screen.terminal, 1 << 16))
        found["bytes in 2 s of rest"] = count
        return found
    finally:
        screen.close()


def prepare(folder):
    """What the peers show: a long file, and a repository with some history."""
    with open(os.path.join(folder, "lines.txt"), "w") as file:
        file.writelines(f"line {number} of a text that is as long as a table is high\n" for number in range(100_000))
    if shutil.which("git"):
        quiet = ">/dev/null 2>&1"
        script = (
            f"cd '{folder}' && git init -q . {quiet} && git config user.email a@b && git config user.name a && "
            f"for n in $(seq 300); do git commit -q --allow-empty -m \"commit $n\" {quiet}; done"
        )
        os.system(script)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("taskscope")
    parser.add_argument("scenario", nargs="?")
    parser.add_argument("--size", default="160x48")
    parser.add_argument("--keys", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    columns, rows = (int(part) for part in arguments.size.split("x"))
    ours = [os.path.abspath(arguments.taskscope)]
    if arguments.scenario:
        ours.append(os.path.abspath(arguments.scenario))
    down, up = b"j", b"k"
    arrow = (b"\x1b[B", b"\x1b[A")
    programs = {
        "taskscope": (ours, (down, up)),
        "less": (["less", "lines.txt"], (down, up)),
        "tig": (["tig"], (down, up)),
        "fzf": (["sh", "-c", "fzf < lines.txt"], arrow),
        "htop": (["htop", "-d", "100"], arrow),
        "btop": (["btop", "--utf-force"], arrow),
    }
    wanted = [name for name in arguments.only.split(",") if name]
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        found = {name: [] for name in programs if not wanted or name in wanted}
        for _ in range(arguments.rounds):
            for name in found:
                command, keys = programs[name]
                if name != "taskscope" and not shutil.which(name):
                    continue
                result = measure(command, keys, folder, columns, rows, arguments.keys)
                if result:
                    found[name].append(result)
        fields = ["first paint ms", "key p50 ms", "key p95 ms", "bytes a key", f"{FLOOD} keys ms", "bytes in 2 s of rest"]
        print(f"| {arguments.size} | " + " | ".join(fields) + " |")
        print("|---|" + "---:|" * len(fields))
        for name, results in found.items():
            if not results:
                print(f"| {name} | " + " | ".join(["not here"] + [""] * (len(fields) - 1)) + " |")
                continue
            cells = []
            for field in fields:
                values = [result[field] for result in results if field in result]
                digits = 0 if field.startswith("bytes") else 2
                cells.append(f"{statistics.median(values):.{digits}f}" if values else "-")
            print(f"| {name} | " + " | ".join(cells) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
