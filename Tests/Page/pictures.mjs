// Every picture that the project writes, in headless Chromium: each text where it was put, whole, and nothing over it.
//
//   node Tests/Page/pictures.mjs TASKSCOPE [CHROMIUM]
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Browser } from "./chromium.mjs";

const [taskscope, chromium = "chromium"] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pictures-"));
const browser = await Browser.start(chromium, folder, { ...process.env, HOME: folder });
let failed = 0;

const check = async (what, file, expression) => {
  await browser.show(file);
  const { texts, faults } = await browser.value(expression);
  const isRight = texts > 0 && faults.length === 0;
  console.log(`${isRight ? "ok  " : "FAIL"} ${what}: ${texts} texts${faults.slice(0, 5).map((fault) => `\n     ${fault}`).join("")}`);
  if (!isRight) failed++;
};

// The screen: each letter in its column. A text of other widths than one is left to its length.
const columns = `(() => { const faults = []; let count = 0;
  for (const text of document.querySelectorAll("text[textLength]")) {
    const letters = text.textContent, start = Number(text.getAttribute("x"));
    if (letters.length * 8 !== Number(text.getAttribute("textLength"))) continue;
    count++;
    if (text.getNumberOfChars() !== letters.length) { faults.push(letters.length + " letters, " + text.getNumberOfChars() + " shown: " + letters); continue; }
    for (let i = 0; i < letters.length; i++)
      if (Math.abs(text.getStartPositionOfChar(i).x - start - 8 * i) > 1) { faults.push("column " + i + " is not in its place: " + letters); break; }
  }
  return { texts: count, faults }; })()`;

// A drawing: nothing crosses a text but what a box right below it hides; every text lies within the picture.
const overlaps = `(() => { const faults = [], drawn = [...document.documentElement.querySelectorAll("rect, line, path, text")];
  const box = (element) => { const { x, y, width, height } = element.getBBox(); return { x, y, right: x + width, bottom: y + height }; };
  const boxes = drawn.map(box), all = document.documentElement.viewBox.baseVal;
  const meet = (a, b) => a.x < b.right - 0.5 && b.x < a.right - 0.5 && a.y < b.bottom - 0.5 && b.y < a.bottom - 0.5;
  // A line has no width of its own.
  const crosses = (a, b) => meet({ ...a, x: a.x - 0.6, y: a.y - 0.6, right: a.right + 0.6, bottom: a.bottom + 0.6 }, b);
  const holds = (a, b) => a.x <= b.x && a.y <= b.y && a.right >= b.right && a.bottom >= b.bottom;
  let count = 0;
  drawn.forEach((text, place) => {
    if (text.tagName !== "text" || !text.textContent) return;
    count++;
    const own = boxes[place];
    if (own.x < 0 || own.right > all.width || own.y < 0 || own.bottom > all.height) faults.push("outside: " + text.textContent);
    const hides = drawn.findLastIndex((element, at) => at < place && element.tagName === "rect" && holds(boxes[at], own));
    drawn.forEach((element, at) => { if (at > hides && at !== place && crosses(boxes[at], own))
      faults.push(element.tagName + " " + element.textContent + " over: " + text.textContent); });
  });
  return { texts: count, faults }; })()`;

try {
  await check("the picture of README", path.resolve("Demo/taskscope.svg"), columns);
  for (const name of ["shop", "classes", "jobs", "rwtaskkit"]) {
    for (const [kind, ...words] of [["plot"], ["plot", "--width", "400"], ["graph", "--format", "svg"]]) {
      const file = path.join(folder, `${name}-${[kind, ...words].join("")}.svg`);
      fs.writeFileSync(file, execFileSync(taskscope, [kind, `Demo/${name}.yaml`, ...words]));
      await check(`${[kind, `Demo/${name}.yaml`, ...words].join(" ")}`, file, overlaps);
    }
  }
} finally {
  await browser.end();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
