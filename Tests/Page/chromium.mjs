// Headless Chromium, driven as a person would: keys, fingers, and what is on the page.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { settled } from "./terminal.mjs";

/** Chromium, asked over two pipes. */
export class Browser {
  #process;
  #waiting = new Map();
  #number = 0;
  #session;
  faults = [];

  static async start(chromium, folder, env) {
    const browser = new Browser();
    browser.#process = spawn(
      chromium,
      ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
        `--user-data-dir=${folder}/profile`, "--remote-debugging-pipe", "about:blank"],
      { env, stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let rest = "";
    browser.#process.stdio[4].on("data", (bytes) => {
      rest += bytes;
      const parts = rest.split("\0");
      rest = parts.pop();
      for (const part of parts) browser.#hear(JSON.parse(part));
    });
    const { targetInfos } = await browser.ask("Target.getTargets");
    const page = targetInfos.find((target) => target.type === "page");
    const { sessionId } = await browser.ask("Target.attachToTarget", { targetId: page.targetId, flatten: true });
    browser.#session = sessionId;
    for (const name of ["Page", "Runtime", "Log"]) await browser.ask(`${name}.enable`);
    return browser;
  }

  #hear(message) {
    if (message.id) {
      const { good, bad } = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) bad(new Error(message.error.message));
      else good(message.result);
    } else if (message.method === "Runtime.exceptionThrown") {
      this.faults.push(message.params.exceptionDetails.exception?.description ?? "an exception");
    } else if (message.method === "Log.entryAdded" && message.params.entry.level === "error") {
      this.faults.push(message.params.entry.text);
    }
  }

  ask(method, params = {}) {
    const id = ++this.#number;
    this.#process.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.#session }) + "\0");
    return new Promise((good, bad) => this.#waiting.set(id, { good, bad }));
  }

  async value(expression) {
    const answer = await this.ask("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? expression);
    return answer.result.value;
  }

  async press(key) {
    const names = { Down: "ArrowDown", Up: "ArrowUp", Right: "ArrowRight", Left: "ArrowLeft" };
    const name = names[key] ?? key;
    // What the browser itself does with a key it knows by its number.
    const own = { Enter: { windowsVirtualKeyCode: 13, text: "\r" }, Tab: { windowsVirtualKeyCode: 9 } }[name];
    const text = [...name].length === 1 ? { text: name } : own;
    await this.ask("Input.dispatchKeyEvent", { type: "keyDown", key: name, code: name, ...text });
    await this.ask("Input.dispatchKeyEvent", { type: "keyUp", key: name, code: name, ...own, text: undefined });
  }

  async tap(x, y) {
    await this.ask("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await this.ask("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  /** Shows a file that is no page of ours, as a picture. */
  async show(file) {
    await this.ask("Page.navigate", { url: `file://${file}` });
    await settled(true, () => this.value(`document.readyState === "complete" && location.pathname.endsWith(${JSON.stringify(path.basename(file))})`), 30);
  }

  /** Opens a page; the milliseconds to its first frame. */
  async open(page, changes = null) {
    const fragment = changes ? `#s=${zlib.deflateRawSync(JSON.stringify(changes)).toString("base64url")}` : "";
    await this.ask("Page.navigate", { url: "about:blank" });
    await this.ask("Page.navigate", { url: `file://${page}${fragment}` });
    await settled(true, () => this.value("document.documentElement?.dataset.firstFrame !== undefined"), 30);
    return Number(await this.value("document.documentElement.dataset.firstFrame"));
  }

  /** A finger on the middle of an element. */
  async touch(selector) {
    await this.tap(...(await this.value(`(() => { const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: "nearest" }); const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2]; })()`)));
  }

  /** What is on the screen, as a PNG. */
  async picture(file) {
    const { data } = await this.ask("Page.captureScreenshot", { format: "png" });
    fs.writeFileSync(file, Buffer.from(data, "base64"));
  }

  screen() {
    return this.value("taskscope.screenText().replace(/\\n$/, '')");
  }

  async end() {
    const gone = new Promise((next) => this.#process.once("exit", next));
    await this.ask("Browser.close").catch(() => this.#process.kill());
    await gone;
  }
}
