import assert from "node:assert/strict";
import { test } from "node:test";
import { el, Page } from "./page.mjs";

// A phone's menu with the choice of signals; it counts buzzes and chimes.
function phone(kept = "", { buzzes = true } = {}) {
  const options = ["buzz", "chime", "none"].map(value => el("option", {value})), choice = el("select#signal", {}, ...options);
  const page = Object.assign(new Page(el("body.phone"), choice), {choice, buzzes: 0, chimes: 0});
  const quiet = {setValueAtTime() {}, exponentialRampToValueAtTime() {}};
  page.world.AudioContext = class {
    state = "running"; currentTime = 0; destination = {};
    resume() {}
    createGain() { return {gain: quiet, connect: () => {}}; }
    createOscillator() { return {frequency: {}, connect: to => to, start: () => page.chimes++, stop() {}}; }
  };
  if (buzzes) page.world.navigator.vibrate = () => page.buzzes++;
  if (kept) page.local.setItem("companion-signal", kept);
  page.run("page.js", "sound.js");
  page.tell("click");
  page.tell("companion:turn");
  return page;
}

test("an own turn buzzes unless another signal was chosen", () => {
  const told = ["", "buzz", "chime", "none"].map(kept => phone(kept)).map(page => [page.buzzes, page.chimes]);
  assert.deepEqual(told, [[1, 0], [1, 0], [1, 1], [0, 0]]);
});

test("a phone keeps its signal and lets it be heard at once", () => {
  const page = phone();
  page.choice.value = "chime";
  page.tell("change", {target: page.choice});
  page.choice.dispatchEvent(new page.world.Event("change"));
  assert.equal(page.local.getItem("companion-signal"), "chime");
  assert.equal(page.chimes, 1);
});

test("a phone that cannot buzz offers no buzz", () => {
  const page = phone("", {buzzes: false});
  assert.deepEqual([...page.choice.querySelectorAll("option")].map(one => one.getAttribute("value")), ["chime", "none"]);
  assert.equal(page.choice.value, "none");
});
