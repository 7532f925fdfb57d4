// A process that is watched while it runs, as a page.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { settled } from "./terminal.mjs";

/** Watches the program `child` until its launch is over and exports what was seen: the page, and how long the launch took. */
export async function watched(taskscope, child, folder, env) {
  const runtime = fs.mkdtempSync(path.join(folder, "watched-"));
  env = { ...env, XDG_RUNTIME_DIR: runtime };
  const process = spawn(child, [], { env, stdio: "ignore" });
  try {
    const sockets = path.join(runtime, "taskscope");
    await settled(true, () => fs.existsSync(sockets) && fs.readdirSync(sockets).length > 0);
    const reader = spawn(taskscope, ["attach", String(process.pid), "--plain"], { env, stdio: ["pipe", "pipe", "inherit"] });
    let said = "";
    reader.stdout.on("data", (bytes) => (said += bytes));
    const launch = () => /launch (\S+)$/m.exec(said)?.[1];
    await settled(true, () => launch() !== undefined);
    const page = path.join(runtime, "page.html");
    reader.stdin.end(`export ${page}\nquit\n`);
    const code = await new Promise((next) => reader.once("exit", next));
    return { page, code, launch: launch(), said };
  } finally {
    process.kill("SIGKILL");
  }
}
