import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, Page } from "./page.mjs";

// A dark table screen with buttons for sound and theme, which counts its chimes.
// `awake`: when the wake lock works: never, after a tap, or at once.
function screen(kept = {}, awake = "at once") {
  const button = el("button", {id: "sound"}), line = el("h1.turn", {}, "Waiting for Anna");
  Object.assign(button.dataset, {on: "Sound: on", off: "Sound: off", sleeps: "It may sleep."});
  const theme = el("button", {id: "theme", "data-dark": "Make it light", "data-light": "Make it dark"});
  const light = Object.assign(el("link", {"data-light": ""}), {media: "not all"});
  const page = Object.assign(new Page(el("body.screen"), button, theme, light, line), {button, theme, light, line, chimes: 0, said: []});
  const quiet = {setValueAtTime() {}, exponentialRampToValueAtTime() {}};
  page.world.AudioContext = class {
    state = "running"; currentTime = 0; destination = {};
    createGain() { return {gain: quiet, connect: () => {}}; }
    createOscillator() { return {frequency: {}, connect: to => to, start: () => page.chimes++, stop() {}}; }
  };
  for (const [name, value] of Object.entries(kept)) page.local.setItem(name, value);
  let tapped = false;
  page.html.addEventListener("click", () => { tapped = true; }, true);
  page.world.NoSleep = class {
    isEnabled = false;
    async enable() {
      this.isEnabled = awake === "at once" || awake === "after a tap" && tapped;
      if (!this.isEnabled) throw new Error("not allowed");
    }
  };
  page.html.dataset.theme = "dark";
  page.run("page.js");
  page.html.addEventListener("companion:told", event => page.said.push(event.detail));
  page.world.companion.shown = () => line;
  return page.run("sound.js", "screen.js");
}

function waits(page, who) {
  page.line.textContent = `Waiting for ${who}`;
  page.html.dispatchEvent(new Event("companion:drawn"));
}

test("a new turn chimes once somebody has touched the screen", () => {
  const page = screen();
  waits(page, "Ben");
  assert.equal(page.chimes, 0);
  page.html.dispatchEvent(new Event("click"));
  waits(page, "Carla");
  waits(page, "Carla");
  assert.equal(page.chimes, 1);
});

test("a muted screen says so and stays muted", () => {
  const page = screen();
  page.html.dispatchEvent(new Event("click"));
  assert.equal(page.button.textContent, "Sound: on");
  page.button.dispatchEvent(new Event("click"));
  assert.equal(page.button.textContent, "Sound: off");
  waits(page, "Ben");
  assert.equal(page.chimes, 0);
  assert.equal(screen({"companion-muted": page.local.getItem("companion-muted")}).button.textContent, "Sound: off");
});

test("a screen that may sleep says so once", async () => {
  for (const [awake, said] of [["at once", []], ["after a tap", []], ["never", ["It may sleep."]]]) {
    const page = screen({}, awake);
    await page.pass(0);
    assert.deepEqual(page.said, [], awake);
    for (let taps = 0; taps < 2; taps++) page.html.dispatchEvent(new Event("click"));
    await page.pass(0);
    assert.deepEqual(page.said, said, awake);
  }
});

test("the theme changes at once and is kept for later pages", () => {
  const page = screen(), told = [];
  for (let taps = 0; taps < 2; taps++) {
    page.theme.dispatchEvent(new Event("click"));
    told.push([page.theme.textContent, page.light.media, page.html.cookie.split(";")[0]]);
  }
  assert.deepEqual(told, [["Make it dark", "all", "companion-theme=light"], ["Make it light", "not all", "companion-theme=dark"]]);
});
