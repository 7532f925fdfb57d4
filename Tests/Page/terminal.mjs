// taskscope in a terminal of tmux: keys in, the screen out.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export class Terminal {
  #socket;
  #folder;

  constructor(command, columns, rows) {
    this.#folder = fs.mkdtempSync(path.join(os.tmpdir(), "page-"));
    this.#socket = path.join(this.#folder, "tmux");
    const settings = path.join(this.#folder, "tmux.conf");
    fs.writeFileSync(settings, "set -g status off\nset -s escape-time 0\nset -g default-terminal tmux-256color\n");
    // A home of its own: no settings and no history of whoever runs the test.
    const env = { ...process.env, HOME: this.#folder, XDG_CONFIG_HOME: this.#folder, XDG_STATE_HOME: this.#folder };
    for (const name of ["LC_ALL", "NO_COLOR", "TMUX"]) delete env[name];
    env.LANG = "C.UTF-8";
    execFileSync(
      "tmux",
      ["-S", this.#socket, "-f", settings, "new-session", "-d", "-x", columns, "-y", rows, ...command].map(String),
      { env });
  }

  press(key) {
    const isText = [...key].length === 1;
    this.#tmux(["send-keys", ...(isText ? ["-l"] : []), key === ";" ? "\\;" : key]);
  }

  screen() {
    return this.#tmux(["capture-pane", "-p"]).replace(/\n$/, "").split("\n").map((row) => row.trimEnd()).join("\n");
  }

  end() {
    try {
      this.#tmux(["kill-server"]);
    } catch {
      // It has ended by itself.
    }
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  #tmux(words) {
    return execFileSync("tmux", ["-S", this.#socket, ...words], { encoding: "utf8" });
  }
}

/** Waits until `shown` gives what is wanted; what it gave last. */
export async function settled(wanted, shown, seconds = 20) {
  const end = performance.now() + seconds * 1000;
  let last;
  do {
    last = await shown();
    if (last === wanted) return last;
    await new Promise((next) => setTimeout(next, 20));
  } while (performance.now() < end);
  return last;
}

/** The first rows that differ, one under the other. */
export function difference(wanted, got) {
  const [left, right] = [wanted.split("\n"), got.split("\n")];
  const rows = [];
  for (let row = 0; row < Math.max(left.length, right.length); row++) {
    if (left[row] !== right[row]) rows.push(`row ${row}\n  wanted |${left[row]}|\n  got    |${right[row]}|`);
  }
  return rows.slice(0, 5).join("\n");
}
