// The page of taskscope: starts the program that the file carries, draws its cells, and passes keys, mouse and touch on.
// Text from scenarios reaches the document through textContent only.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const [screen, spoken, bars, fault] = ["screen", "spoken", "bars", "fault"].map($);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let program = null;
  let started = {};
  let size = { columns: 0, rows: 0, width: 0, height: 0 };
  let fontSize = 14;
  let usesMouse = true;
  let isSelecting = false;

  // ---- The program and its memory

  const unpack = (element) => {
    // Five letters are four bytes, the highest first; the letters begin at # and leave out <.
    const letters = element.textContent;
    const view = new DataView(new ArrayBuffer((letters.length / 5) * 4));
    for (let place = 0, word = 0; place < letters.length; place += 5, word = 0) {
      for (let digit = 0; digit < 5; digit++) {
        const code = letters.charCodeAt(place + digit);
        word = word * 85 + code - (code > 0x3c ? 0x24 : 0x23);
      }
      view.setUint32((place / 5) * 4, word);
    }
    const bytes = new Uint8Array(view.buffer, 0, Number(element.dataset.bytes));
    return new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  };
  const put = (text) => {
    const bytes = encoder.encode(text);
    const place = program.page_input(bytes.length);
    new Uint8Array(program.memory.buffer).set(bytes, place);
    return bytes.length;
  };
  const bytesOf = (count) => new Uint8Array(program.memory.buffer, program.page_output(), count);
  const textOf = (count) => decoder.decode(bytesOf(count));

  // ---- Drawing

  const rows = [];
  const measure = () => {
    screen.style.fontSize = fontSize + "px";
    const probe = document.createElement("span");
    probe.textContent = "0".repeat(100);
    screen.append(probe);
    const box = probe.getBoundingClientRect();
    probe.remove();
    const fixed = started.size;
    size = {
      width: box.width / 100,
      height: fontSize * 1.25,
      columns: fixed ? fixed[0] : Math.max(20, Math.min(500, Math.floor(screen.clientWidth / (box.width / 100)))),
      rows: fixed ? fixed[1] : Math.max(6, Math.min(200, Math.floor(screen.clientHeight / (fontSize * 1.25)))),
    };
  };
  const colour = (number) => {
    if (number === 0) return "";
    return `var(--c${number - 1})`;
  };
  const drawRun = (row, run) => {
    const isPlain = run.text.length === run.columns && /^[\x20-\x7e]*$/.test(run.text);
    const span = document.createElement("span");
    span.textContent = run.text;
    const names = [];
    if (!isPlain) {
      names.push("w");
      span.style.width = run.columns * size.width + "px";
    }
    if (run.attributes & 1) names.push("bold");
    if (run.attributes & 2) names.push("dim");
    if (run.attributes & 8) names.push("underline");
    let [ink, paper] = [colour(run.ink), colour(run.paper)];
    if (run.attributes & 4) [ink, paper] = [paper || "var(--paper)", ink || "var(--ink)"];
    if (ink) span.style.color = ink;
    if (paper) span.style.background = paper;
    if (names.length > 0) span.className = names.join(" ");
    row.append(span);
  };
  const draw = (whole) => {
    const count = program.page_frame(whole ? 1 : 0);
    if (count === 0) return;
    const bytes = bytesOf(count);
    const view = new DataView(bytes.buffer, bytes.byteOffset, count);
    let place = 0;
    const number = () => view.getInt32((place += 4) - 4, true);
    const [columns, rowCount, cursorColumn, cursorRow, changed] = [number(), number(), number(), number(), number()];
    while (rows.length > rowCount) rows.pop().remove();
    while (rows.length < rowCount) {
      const row = document.createElement("div");
      rows.push(row);
      screen.insertBefore(row, $("cursor"));
    }
    for (let left = changed; left > 0; left--) {
      const row = rows[number()];
      const old = row;
      const fresh = document.createDocumentFragment();
      for (let runs = number(); runs > 0; runs--) {
        const run = { ink: number(), paper: number(), attributes: number(), columns: number() };
        const length = number();
        run.text = decoder.decode(bytes.subarray(place, place + length));
        place += length;
        drawRun(fresh, run);
      }
      old.replaceChildren(fresh);
    }
    const cursor = $("cursor");
    cursor.hidden = cursorColumn < 0;
    Object.assign(cursor.style, {
      left: cursorColumn * size.width + "px", top: cursorRow * size.height + "px", width: size.width + "px",
      height: size.height - 2 + "px",
    });
    document.documentElement.dataset.columns = columns;
  };

  // ---- What the program wants from the browser

  const save = (name, text) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = name.replace(/^.*[/\\]/, "") || "taskscope.txt";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      area.className = "away";
      document.body.append(area);
      area.select();
      const isDone = document.execCommand("copy");
      area.remove();
      screen.focus();
      if (!isDone) answer(2, "not copied: the browser does not allow it");
    }
  };
  const answer = (kind, text, bytes = 0) => program.page_answer(kind, put(text), bytes);
  const read = (name) => answer(2, `${name}: a page cannot read files`);
  const obey = () => {
    const parts = textOf(program.page_orders()).split("\0");
    for (let place = 0; place + 2 < parts.length; place += 3) {
      const [word, name, text] = parts.slice(place, place + 3);
      if (word === "write") {
        save(name, text);
        answer(0, name, encoder.encode(text).length);
      } else if (word === "copy") copy(text);
      else if (word === "read") read(name);
      else if (word === "mouse") usesMouse = name === "on";
    }
  };

  // ---- Time, advice and what is spoken

  let timer = 0;
  let last = 0;
  let advice = 0;
  let speaking = 0;
  const pass = () => {
    timer = 0;
    const now = performance.now();
    program.page_advance(now - last);
    last = now;
    update();
  };
  const speak = () => {
    speaking = 0;
    const text = textOf(program.page_text(0));
    if (spoken.textContent !== text) spoken.textContent = text;
  };
  const showTour = () => {
    const isTouring = program.page_tour(-1) === 1;
    document.body.classList.toggle("touring", isTouring);
    $("tour").setAttribute("aria-pressed", isTouring);
  };
  /// After each input: carries out what the program asks for, draws, and sets the timer for its next step.
  const update = (whole = false) => {
    obey();
    draw(whole);
    showTour();
    const interval = program.page_interval();
    if (interval >= 0 && timer === 0) {
      if (!update.wasMoving) last = performance.now();
      timer = setTimeout(guarded(pass), Math.max(1, interval));
    }
    update.wasMoving = interval >= 0;
    if (program.page_wants_advice() && advice === 0) {
      advice = setTimeout(guarded(() => {
        advice = 0;
        program.page_advise();
        update();
      }), 30);
    }
    if (speaking === 0) speaking = setTimeout(guarded(speak), interval >= 0 ? 2_000 : 250);
  };
  const stop = (error) => {
    fault.textContent = `The program stopped (${error}); only the summary is left. Reload the page to continue.`;
    fault.hidden = false;
    document.body.classList.remove("running");
    $("taskscope").hidden = true;
    program = null;
  };
  const guarded = (body) => (...values) => {
    if (!program) return undefined;
    try {
      return body(...values);
    } catch (error) {
      stop(error);
      return undefined;
    }
  };

  // ---- Keys

  const named = [
    "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Enter", "Escape", "Tab",
    "BackTab", "Backspace", "Delete", "Insert",
  ];
  const press = guarded((key, isControl = false) => {
    const place = named.indexOf(key);
    if (place >= 0) program.page_key(place + 2, 0);
    else program.page_key(isControl ? 1 : 0, put(key));
    update();
  });
  screen.addEventListener("keydown", (event) => {
    if (event.isComposing || event.altKey || event.metaKey || !program) return;
    if (event.key === "F6") {
      event.preventDefault();
      bars.querySelector("button").focus();
    } else if (event.ctrlKey) {
      if (!"ud".includes(event.key)) return;
      event.preventDefault();
      press(event.key, true);
    } else {
      const key = event.key === "Tab" && event.shiftKey ? "BackTab" : event.key;
      if (!named.includes(key) && [...key].length !== 1) return;
      event.preventDefault();
      press(key);
    }
  });
  document.addEventListener("paste", guarded((event) => {
    if (event.target.tagName === "INPUT") return;
    event.preventDefault();
    program.page_paste(put(event.clipboardData.getData("text/plain")));
    update();
  }));

  // ---- Mouse and touch

  const cellAt = (event) => {
    const box = screen.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / size.width);
    const row = Math.floor((event.clientY - box.top) / size.height);
    const inside = column >= 0 && row >= 0 && column < size.columns && row < size.rows;
    return inside ? { column, row } : null;
  };
  const mouse = guarded((kind, cell) => {
    program.page_mouse(kind, cell.column, cell.row);
    update();
  });
  let pressed = null;
  let click = { time: -1e9, column: -1, row: -1 };
  const pressAt = (cell) => {
    const now = performance.now();
    const isSecond = now - click.time <= 400 && click.column === cell.column && click.row === cell.row;
    click = isSecond ? { time: -1e9 } : { time: now, ...cell };
    mouse(isSecond ? 3 : 0, cell);
  };
  const leavesMouse = (event) => !usesMouse || isSelecting || event.shiftKey;
  screen.addEventListener("pointerdown", (event) => {
    screen.focus();
    if (event.button !== 0 || leavesMouse(event)) return;
    const cell = cellAt(event);
    if (!cell) return;
    event.preventDefault();
    screen.setPointerCapture(event.pointerId);
    pressed = { cell, x: event.clientX, y: event.clientY, isTouch: event.pointerType === "touch", hasMoved: false };
    if (!pressed.isTouch) pressAt(cell);
  });
  screen.addEventListener("pointermove", (event) => {
    if (!pressed) return;
    if (!pressed.isTouch) {
      const cell = cellAt(event);
      if (cell && (cell.column !== pressed.cell.column || cell.row !== pressed.cell.row)) {
        pressed.cell = cell;
        mouse(2, cell);
      }
      return;
    }
    // A finger that moves scrolls: rows up and down, the timeline left and right.
    while (Math.abs(event.clientY - pressed.y) >= size.height) {
      const isDown = event.clientY > pressed.y;
      pressed.y += isDown ? size.height : -size.height;
      pressed.hasMoved = true;
      mouse(isDown ? 4 : 5, pressed.cell);
    }
    while (Math.abs(event.clientX - pressed.x) >= 3 * size.width) {
      const isRight = event.clientX > pressed.x;
      pressed.x += (isRight ? 3 : -3) * size.width;
      pressed.hasMoved = true;
      press(isRight ? "ArrowLeft" : "ArrowRight");
    }
  });
  screen.addEventListener("pointerup", (event) => {
    if (!pressed) return;
    const { isTouch, hasMoved, cell } = pressed;
    pressed = null;
    if (isTouch && hasMoved) return;
    if (isTouch) pressAt(cell);
    mouse(1, cellAt(event) ?? cell);
  });
  screen.addEventListener("pointercancel", () => (pressed = null));
  let turned = 0;
  screen.addEventListener("wheel", (event) => {
    if (leavesMouse(event) || event.ctrlKey) return;
    const cell = cellAt(event);
    if (!cell) return;
    event.preventDefault();
    turned += event.deltaMode === 0 ? event.deltaY / 40 : event.deltaY;
    for (; Math.abs(turned) >= 1; turned -= Math.sign(turned)) mouse(turned < 0 ? 4 : 5, cell);
  }, { passive: false });

  // ---- Buttons

  const rowText = (row) => [...row.childNodes].map((span) => span.textContent).join("");
  const screenText = () => rows.map((row) => rowText(row).trimEnd()).join("\n") + "\n";
  const zoom = (step) => () => {
    fontSize = Math.max(6, Math.min(48, fontSize + step));
    resize();
  };
  const text = (kind) => textOf(program.page_text(kind));
  const link = async () => {
    const parts = JSON.stringify({ file: started.file, scenario: text(1), script: text(2) });
    const stream = new Blob([parts]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    const fragment = "#s=" + btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    history.replaceState(null, "", fragment);
    await copy(location.href);
    answer(1, `copied a link of ${location.href.length} characters that holds the scenario and what you did`);
    update();
  };
  const groups = [
    ["App", [
      ["Launch", "L"], ["Background", "B"], ["Foreground", "F"], ["Memory", "M", "Memory warning"],
      ["Terminate", "T"],
    ]],
    ["Time", [
      ["Run", " ", "Run or pause time"], ["◀", ",", "One step back"], ["▶", ".", "One step forward"],
      ["|◀", "[", "Back to the previous event"], ["▶|", "]", "To the next event"],
    ]],
    ["Moving", [
      ["↑", "ArrowUp", "One row up"], ["↓", "ArrowDown", "One row down"], ["←", "ArrowLeft", "Left, or earlier"],
      ["→", "ArrowRight", "Right, or later"], ["Enter", "Enter"], ["Esc", "Escape"], ["Tab", "Tab", "The next pane"],
    ]],
    ["Questions", [
      ["Why", "4", "Why the run waited"], ["Cause", "u", "To the task that it waited for last: u"], ["What if", "W"], ["Advice", "a"], ["1", "1"], ["2", "2"], ["3", "3"],
      ["Undo zoom", "0", "Timeline: everything"], ["Help", "?"], [":", ":", "Type a command"],
    ]],
    ["Page", [
      ["Tour", () => {
        program.page_tour(program.page_tour(-1) === 1 ? 0 : 1);
        update(true);
        screen.focus();
      }, "Start the tour of nine lessons, or end it", "tour"],
      ["A−", zoom(-1), "Smaller"], ["A+", zoom(1), "Larger"],
      ["Select", (event) => {
        isSelecting = !isSelecting;
        screen.classList.toggle("selecting", isSelecting);
        event.currentTarget.setAttribute("aria-pressed", isSelecting);
      }, "The mouse selects text; with Shift it always does"],
      ["Copy", () => copy(screenText()), "Copy the screen as text"],
      ["Scenario", () => save(started.file || "scenario.yaml", text(1)), "Save the scenario with its changes"],
      ["Script", () => save("session.scope", text(2)), "Save what you did as a script"],
      ["Link", () => link(), "Copy a link that holds the scenario"],
      ["Summary", (event) => {
        const isShown = document.body.classList.toggle("summary");
        event.currentTarget.setAttribute("aria-pressed", isShown);
        if (!isShown) resize();
      }, "Show the summary instead of the dashboard"],
    ]],
  ];
  const makeButtons = () => {
    if (started.isPresenting) {
      groups.unshift(["Talk", [["Back", "PageUp", "Back to the last stop"], ["Next", "PageDown", "On to the next stop"]]]);
    }
    for (const [name, buttons] of groups) {
      const group = document.createElement("div");
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", name);
      for (const [label, action, title, id] of buttons) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = label;
        if (id) button.id = id;
        if (title) button.title = title;
        if (title) button.setAttribute("aria-label", title);
        if (typeof action === "string") button.dataset.key = action;
        button.addEventListener("click", (event) => {
          if (typeof action === "string") press(action);
          else guarded(action)(event);
        });
        group.append(button);
      }
      bars.append(group);
    }
    // A field for people without a keyboard: what they type goes to the dashboard letter by letter.
    const field = document.createElement("input");
    field.placeholder = "type here";
    field.setAttribute("aria-label", "Text typed here goes to the dashboard");
    Object.assign(field, { autocapitalize: "off", autocomplete: "off", spellcheck: false });
    field.addEventListener("input", (event) => {
      if (event.isComposing) return;
      for (const letter of field.value) press(letter);
      field.value = "";
    });
    field.addEventListener("keydown", (event) => {
      if (!["Enter", "Escape", "Backspace", "ArrowUp", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      press(event.key);
    });
    bars.lastChild.append(field);
    bars.addEventListener("keydown", (event) => {
      if (event.key !== "F6") return;
      event.preventDefault();
      screen.focus();
    });
  };

  // ---- Starting

  const resize = guarded(() => {
    const before = size;
    measure();
    if (before.columns !== size.columns || before.rows !== size.rows) program.page_resize(size.columns, size.rows);
    update(true);
  });
  const source = async () => {
    const written = JSON.parse($("scenario").textContent);
    const match = /^#s=([\w-]+)$/.exec(location.hash);
    if (!match) return written;
    const base64 = match[1].replace(/-/g, "+").replace(/_/g, "/");
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return { ...written, ...JSON.parse(await new Response(stream).text()) };
  };
  const open = () => {
    program.page_take(0, put(started.scenario));
    program.page_take(1, put(started.script ?? ""));
    program.page_take(2, put(started.file ?? "scenario.yaml"));
    const palette = matchMedia("(forced-colors: active)").matches ? 4 : matchMedia("(prefers-contrast: more)").matches ? 2 : 0;
    const flags = (started.isPaused ? 2 : 0) | (started.isPresenting ? 4 : 0);
    const problems = textOf(program.page_open(size.columns, size.rows, palette, flags));
    if (problems !== "") throw new Error(problems);
  };
  const start = async () => {
    started = await source();
    const module = await WebAssembly.compile(await new Response(unpack($("program"))).arrayBuffer());
    $("program").remove();
    const instance = await WebAssembly.instantiate(module, { page: { now: () => performance.now() } });
    program = instance.exports;
    const cursor = document.createElement("div");
    cursor.id = "cursor";
    screen.append(cursor);
    document.body.classList.add("running");
    $("taskscope").hidden = false;
    makeButtons();
    measure();
    open();
    if (started.time) {
      for (const letter of ":goto " + started.time) press(letter);
      press("Enter");
    }
    update(true);
    screen.focus();
    document.documentElement.dataset.firstFrame = Math.round(performance.now());
    new ResizeObserver(() => requestAnimationFrame(() => resize())).observe(screen);
    window.taskscope = { press, screenText, spoken: () => text(0), resize };
  };
  start().catch((error) => stop(error.message ?? error));
})();
