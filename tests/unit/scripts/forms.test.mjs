import assert from "node:assert/strict";
import { test } from "node:test";
import { el, form, table } from "./page.mjs";

const stepper = (name, limits = {}) => el("div.stepper", {}, el("button", {type: "button", "data-add": "-1"}, "−"),
  el("input", {name, value: "0", "aria-label": "Red tokens", ...limits}), el("button", {type: "button", "data-add": "1"}, "+"), el("output"));

function counting() {
  const page = table(form({}, el("span.total", {}, "0"), stepper("red", {"data-most": 2}), stepper("blue", {"data-least": -3}))).run("page.js", "forms.js");
  const press = (name, by) => page.tap(page.at(`[name=${name}]`).parentElement.querySelector(`[data-add='${by}']`));
  return {page, press, value: name => page.at(`[name=${name}]`).value};
}

test("a stepper stops at its least and its most", () => {
  const {press, value} = counting();
  for (let taps = 0; taps < 5; taps++) press("red", 1);
  assert.equal(value("red"), "2");
  for (let taps = 0; taps < 5; taps++) press("red", -1);
  assert.equal(value("red"), "0");
  for (let taps = 0; taps < 5; taps++) press("blue", -1);
  assert.equal(value("blue"), "-3");
});

test("a stepper says its value and which button cannot act", () => {
  const {page, press} = counting();
  const off = () => page.at("[name=red]").parentElement.querySelectorAll("[data-add]").map(button => button.getAttribute("aria-disabled") === "true");
  press("red", 1);
  assert.equal(page.at("[name=red]").parentElement.querySelector("output").textContent, "Red tokens 1");
  assert.deepEqual(off(), [false, false]);
  press("red", 1);
  assert.deepEqual(off(), [false, true]);
  press("red", -1);
  press("red", -1);
  assert.deepEqual(off(), [true, false]);
});

test("the total follows taps and typing", () => {
  const {page, press} = counting();
  press("red", 1);
  press("red", 1);
  assert.equal(page.at(".total").textContent, "2");
  page.type(page.at("[name=blue]"), "5");
  assert.equal(page.at(".total").textContent, "7");
  page.type(page.at("[name=blue]"), "x");
  assert.equal(page.at(".total").textContent, "2");
});

test("an unfolded part scrolls into view", () => {
  const fold = el("input.unfold", {type: "checkbox"}), page = table(el("div", {}, fold), el("details")).run("page.js", "forms.js");
  fold.click();
  assert.equal(fold.parentElement.seen, true);
  fold.parentElement.seen = false;
  fold.click();
  assert.equal(fold.parentElement.seen, false);
});

test("details that somebody opens scroll into view, those drawn open do not", async () => {
  const page = table(el("details", {}, el("summary"))).run("page.js", "forms.js");
  const fold = page.at("details"), tap = () => { page.tap(page.at("summary")); return page.pass(0); };
  await tap();
  assert.equal(fold.seen, undefined);
  fold.open = true;
  page.press("toggle", fold);
  await page.pass(0);
  assert.equal(fold.seen, undefined);
  await tap();
  assert.equal(fold.seen, true);
});
