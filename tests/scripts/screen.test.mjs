import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, Page } from "./page.mjs";

// A table screen with a button for its sound, and how often it has chimed.
function screen(kept = {}) {
  const button = el("button", {id: "sound"}), line = el("h1.turn", {}, "Waiting for Anna");
  Object.assign(button.dataset, {on: "Sound: on", off: "Sound: off"});
  const page = Object.assign(new Page(el("body.screen"), button, line), {button, line, chimes: 0});
  const quiet = {setValueAtTime() {}, exponentialRampToValueAtTime() {}};
  page.world.AudioContext = class {
    state = "running"; currentTime = 0; destination = {};
    createGain() { return {gain: quiet, connect: () => {}}; }
    createOscillator() { return {frequency: {}, connect: to => to, start: () => page.chimes++, stop() {}}; }
  };
  for (const [name, value] of Object.entries(kept)) page.local.setItem(name, value);
  page.run("page.js");
  page.world.companion.shown = () => line;
  return page.run("screen.js");
}

function waits(page, who) {
  page.line.textContent = `Waiting for ${who}`;
  page.html.dispatchEvent(new Event("companion:drawn"));
}

test("it chimes when somebody else is waited for, once somebody has touched the screen", () => {
  const page = screen();
  waits(page, "Ben");
  assert.equal(page.chimes, 0);
  page.html.dispatchEvent(new Event("click"));
  waits(page, "Carla");
  waits(page, "Carla");
  assert.equal(page.chimes, 1);
});

test("told to be silent it is, says so, and stays so on the next page", () => {
  const page = screen();
  page.html.dispatchEvent(new Event("click"));
  assert.equal(page.button.textContent, "Sound: on");
  page.button.dispatchEvent(new Event("click"));
  assert.equal(page.button.textContent, "Sound: off");
  waits(page, "Ben");
  assert.equal(page.chimes, 0);
  assert.equal(screen({"companion-muted": page.local.getItem("companion-muted")}).button.textContent, "Sound: off");
});

test("told to make sounds again it makes one at once", () => {
  const page = screen({"companion-muted": "yes"});
  page.html.dispatchEvent(new Event("click"));
  page.button.dispatchEvent(new Event("click"));
  assert.deepEqual([page.button.textContent, page.chimes], ["Sound: on", 1]);
});
