// The page's program and the native one are the same: traces and summaries of all scenarios in Demo byte for byte, and
// the screen cell for cell after each of some keys.
//
//   node Tests/Page/same.mjs PAGE.PROGRAM TASKSCOPE
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { Program, wasm } from "./program.mjs";
import { Terminal, difference, settled } from "./terminal.mjs";

const [file, taskscope] = process.argv.slice(2);
const module = file.endsWith(".wasm") ? new WebAssembly.Module(fs.readFileSync(file)) : wasm(file);
const folders = ["Demo", "Demo/originals"];
const scenarios = folders.flatMap((folder) =>
  fs.readdirSync(folder).filter((name) => name.endsWith(".yaml") && name !== "broken.yaml").sort()
    .map((name) => `${folder}/${name}`));
let failed = 0;
let compared = 0;
const check = (isSame, what, how) => {
  compared++;
  if (isSame) return;
  failed++;
  console.error(`${what} differs${how ? `:\n${how}` : ""}`);
};

for (const scenario of scenarios) {
  const text = fs.readFileSync(scenario, "utf8");
  const beside = scenario.replace(/yaml$/, "scope");
  for (const script of ["", ...(fs.existsSync(beside) ? [beside] : [])]) {
    const program = new Program(module);
    program.take(text, script && fs.readFileSync(script, "utf8"), scenario);
    const words = ["replay", scenario, ...(script ? ["--script", script] : [])];
    // A replay over its budget, such as the shop's, ends with 1.
    const native = spawnSync(taskscope, [...words, "--format", "ndjson"], { encoding: "utf8", maxBuffer: 1 << 28 });
    check(native.status === 0 || native.status === 1, `${scenario}: exit code ${native.status}`);
    const trace = native.stdout;
    const got = program.replay(0);
    check(got === trace, `${scenario} ${script}: the trace`, difference(trace, got));
  }
}

const keys = [
  "j", "j", "Enter", "Escape", "L", ".", ".", "]", "]", "4", "u", "3", "k", "2", "e", "5", "1", "d", "c", "c", "s", "S",
  "s", "o", "o", "+", "-", "Right", "Left", "0", "=", "r", "r", "z", "z", "v", "v", "Tab", "BTab", "W", "Down", "Right",
  "Escape", "a", "Down", "Escape", "?", "l", "Escape", "/", "e", "Enter", "n", "N", "G", "g", "g", "}", "{", ":", "p",
  "a", "Escape", "f", "m", "a", "i", "n", "Enter", "f", "C-u", "Enter", ",", "[", "]", "E", "Escape", "PageDown",
  "PageUp", "C-d", "C-u", "B", "]", "F", "]", "T", "]",
];
for (const scenario of ["Demo/shop.yaml", "Demo/classes.yaml", "Demo/jobs.yaml"]) {
  for (const [columns, rows] of [[80, 24], [160, 48]]) {
    const program = new Program(module);
    program.take(fs.readFileSync(scenario, "utf8"), "", scenario);
    program.open(columns, rows);
    const terminal = new Terminal([taskscope, scenario, "--paused"], columns, rows);
    try {
      for (const [step, key] of ["", ...keys].entries()) {
        if (key) program.press(key);
        program.advise();
        if (key) terminal.press({ PageDown: "NPage", PageUp: "PPage" }[key] ?? key);
        const wanted = program.screen();
        const got = await settled(wanted, () => terminal.screen(), 10);
        const where = `${scenario} at ${columns}x${rows}, key ${step} (${key || "none"})`;
        check(got === wanted, where, difference(got, wanted));
        if (got !== wanted) break;
      }
    } finally {
      terminal.end();
    }
  }
}
console.log(`${compared} comparisons, ${failed} differ`);
process.exit(failed === 0 ? 0 : 1);
