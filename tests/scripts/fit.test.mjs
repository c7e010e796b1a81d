import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, table } from "./page.mjs";

// A part that is as high as its type: `needs` at full size, in a place that is `has` high.
function part(page, id, needs, has, size) {
  const one = el("section", {id});
  Object.defineProperties(one, {
    scrollHeight: {get: () => needs() * Number(page().body.dataset[size]) / 100}, clientHeight: {get: has},
    scrollWidth: {get: () => 1}, clientWidth: {get: () => 1},
  });
  return one;
}

function stage(told, people, room = 1_000) {
  let page = null;
  const now = {told, people}, at = () => page;
  page = table(
    el("section", {id: "board"}),
    part(at, "side", () => now.told, () => room, "fit"), part(at, "people", () => now.people, () => room, "people"),
  );
  return Object.assign(page.run("page.js", "fit.js"), {now});
}

const size = page => [Number(page.body.dataset.fit), Number(page.body.dataset.people)];

test("what fits is as large as it can be", () => {
  assert.deepEqual(size(stage(900, 900)), [100, 100]);
});

test("the list of people becomes smaller before what is told does", () => {
  assert.deepEqual(size(stage(900, 1_600)), [100, 60]);
});

test("what is told becomes smaller where it must", () => {
  const [told] = size(stage(1_300, 900));
  assert.ok(told < 78 && told > 70, told);
});

test("it is large again as soon as there is room", () => {
  const page = stage(1_300, 900);
  page.now.told = 500;
  page.html.dispatchEvent(new Event("companion:drawn"));
  assert.deepEqual(size(page), [100, 100]);
});

test("what can never fit is as small as may be, and no smaller", () => {
  assert.deepEqual(size(stage(10_000, 10_000)), [45, 50]);
});
