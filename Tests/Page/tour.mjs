// Takes the tour to its end with nothing but `press(key)`; `begin` starts it. Answers where it got stuck, nothing at the end.
import { settled } from "./terminal.mjs";

export async function tour(browser, press, begin) {
  const shows = async (text, seconds = 10) =>
    (await settled(true, async () => (await browser.screen()).includes(text), seconds)) === true;
  const select = async (name) => {
    for (let steps = 0; steps < 20; steps++) {
      const row = (await browser.screen()).split("\n").find((line) => /^.?>/.test(line));
      if (row?.includes(name)) return;
      await press("ArrowDown");
    }
  };
  const until = async (done, key, times) => {
    for (let steps = 0; steps < times && !(await done()); steps++) {
      await press(key);
      await shows("Right.", 0.2);
    }
  };
  const isRight = async () => (await browser.screen()).includes("Right.");
  const advise = async () => {
    for (let changes = 0; changes < 6 && !(await isRight()); changes++) {
      await press("a");
      await shows("saves", 5);
      await press("Enter");
      await shows("Right.", 3);
    }
  };
  const lessons = [
    async () => press("L"),
    async () => {
      await select("Images");
      await press("Enter");
    },
    async () => {
      await select("Home");
      await press("u");
      await press("Enter");
    },
    async () => {
      await press("L");
      await press("]");
      await until(isRight, ".", 80);
    },
    advise,
    async () => {
      const state = (letter, name) => async () =>
        (await browser.screen()).split("\n").some((line) => line.startsWith(letter) && line.slice(3).startsWith(name));
      await press("L");
      await shows("LAUNCH COMPLETE");
      await shows("PAUSED");
      await press("B");
      await press(" ");
      await settled(true, state("D", "SaveCart"), 15);
      await press("F");
      if (await shows("PAUSED", 1)) await press(" ");
    },
    async () => {
      await press("G");
      await press("j");
      await press("j");
      await press("j");
      await press("p");
      await press("L");
    },
    async () => {
      for (const line of [":highlight Home", ":note Home waits for the feed"]) {
        for (const letter of line) await press(letter);
        await press("Enter");
      }
    },
    advise,
  ];
  await begin();
  for (const [place, lesson] of lessons.entries()) {
    if (!(await shows(`Lesson ${place + 1} of ${lessons.length}`))) return `lesson ${place + 1} does not begin`;
    await lesson();
    if (!(await shows("Right.", 15))) return `lesson ${place + 1} is not solved`;
    await press("Enter");
  }
  return (await shows("all 9 lessons are done")) ? "" : "the tour does not end";
}
