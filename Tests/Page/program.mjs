// The page's program in Node: the same calls as the page's script makes, without a browser.
import fs from "node:fs";
import zlib from "node:zlib";

const keys = [
  "Up", "Down", "Left", "Right", "Home", "End", "PageUp", "PageDown", "Enter", "Escape", "Tab", "BTab", "BSpace",
  "DC", "IC",
];

/** The WebAssembly in a file that Demo/page/build made. */
export function wasm(file) {
  const [, count, text] = /id="program" data-bytes="(\d+)">([^<]*)</.exec(fs.readFileSync(file, "latin1"));
  const bytes = Buffer.alloc((text.length / 5) * 4);
  for (let place = 0; place < text.length; place += 5) {
    let word = 0;
    for (let digit = 0; digit < 5; digit++) {
      const code = text.charCodeAt(place + digit);
      word = word * 85 + code - (code > 0x3c ? 0x24 : 0x23);
    }
    bytes.writeUInt32BE(word, (place / 5) * 4);
  }
  return new WebAssembly.Module(zlib.gunzipSync(bytes.subarray(0, Number(count))));
}

export class Program {
  #exports;
  #rows = [];

  constructor(module) {
    // Only what is named here may be imported; anything else fails to instantiate.
    this.#exports = new WebAssembly.Instance(module, { page: { now: () => performance.now() } }).exports;
  }

  #put(text) {
    const bytes = Buffer.from(text);
    const place = this.#exports.page_input(bytes.length);
    bytes.copy(Buffer.from(this.#exports.memory.buffer, place, bytes.length));
    return bytes.length;
  }

  #answer(count) {
    return Buffer.from(this.#exports.memory.buffer, this.#exports.page_output(), count);
  }

  take(scenario, script = "", file = "scenario.yaml") {
    [scenario, script, file].forEach((text, part) => this.#exports.page_take(part, this.#put(text)));
  }

  /** Opens what was taken, with time held; panes follow at once. */
  open(columns, rows) {
    const problems = this.#answer(this.#exports.page_open(columns, rows, 0, 2 | 8)).toString();
    if (problems) throw new Error(problems);
    this.#rows = [];
  }

  /** What replaying what was taken writes: 0 the trace, 1 the summary. */
  replay(kind) {
    return this.#answer(this.#exports.page_replay(kind)).toString();
  }

  /** A key, named as tmux names it. */
  press(key) {
    const place = keys.indexOf(key);
    if (place >= 0) this.#exports.page_key(place + 2, 0);
    else if (/^C-.$/.test(key)) this.#exports.page_key(1, this.#put(key[2]));
    else this.#exports.page_key(0, this.#put(key));
  }

  mouse(kind, column, row) {
    this.#exports.page_mouse(kind, column, row);
  }

  advance(milliseconds) {
    this.#exports.page_advance(milliseconds);
  }

  advise() {
    while (this.#exports.page_wants_advice()) this.#exports.page_advise();
  }

  text(kind) {
    return this.#answer(this.#exports.page_text(kind)).toString();
  }

  /** The screen as text, blanks at the ends of rows left out. Only what changed is asked for. */
  screen() {
    const bytes = Buffer.from(this.#answer(this.#exports.page_frame(0)));
    if (bytes.length === 0) return this.#rows.join("\n");
    let place = 0;
    const number = () => bytes.readInt32LE((place += 4) - 4);
    const [, rowCount, , , changed] = [number(), number(), number(), number(), number()];
    this.#rows.length = rowCount;
    for (let left = changed; left > 0; left--) {
      const row = number();
      let text = "";
      for (let runs = number(); runs > 0; runs--) {
        place += 16;
        const length = number();
        text += bytes.toString("utf8", place, (place += length));
      }
      this.#rows[row] = text.trimEnd();
    }
    return this.#rows.join("\n");
  }
}
