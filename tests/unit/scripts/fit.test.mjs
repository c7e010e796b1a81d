import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, table } from "./page.mjs";

// A part that is as high as its type: `needs` at full size, in a place that is `has` high.
function part(id, needs, has) {
  const one = el("section", {id}), styled = {};
  let styles = 0, fit;
  Object.defineProperty(styled, "fit", {get: () => fit, set: to => { styles += String(to) !== fit; fit = String(to); }});
  Object.defineProperties(one, {
    dataset: {value: styled}, styles: {get: () => styles},
    scrollHeight: {get: () => needs() * Number(fit) / 100}, clientHeight: {get: has},
    scrollWidth: {get: () => 1}, clientWidth: {get: () => 1},
  });
  return one;
}

function stage(told, people, room = 1_000) {
  const now = {told, people};
  const parts = [part("side", () => now.told, () => room), part("people", () => now.people, () => room)];
  return Object.assign(table(el("section", {id: "board"}), ...parts).run("page.js", "fit.js"), {now, parts});
}

const size = page => page.parts.map(one => Number(one.dataset.fit));
const drawn = page => page.html.dispatchEvent(new Event("companion:drawn"));

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
  drawn(page);
  assert.deepEqual(size(page), [100, 100]);
});

test("what can never fit is as small as may be, and no smaller", () => {
  assert.deepEqual(size(stage(10_000, 10_000)), [45, 50]);
});

test("what fits is not styled anew, and what is small for its list of people alone is not made small and large again", () => {
  for (const [told, people, most] of [[900, 900, [0, 0]], [900, 1_600, [0, 2]], [1_300, 900, [4, 6]]]) {
    const page = stage(told, people), was = size(page), before = page.parts.map(one => one.styles);
    drawn(page);
    assert.deepEqual(size(page), was);
    const styles = page.parts.map((one, nth) => one.styles - before[nth]);
    assert.ok(styles.every((times, nth) => times <= most[nth]), `${told}, ${people}: ${styles}`);
  }
});

test("whatever was there before, the same is as large as if it had come first", () => {
  const stages = [[900, 900], [900, 1_600], [1_300, 900], [1_300, 1_900], [10_000, 10_000], [950, 2_000]];
  const page = stage(...stages[0]);
  for (const before of stages) for (const [told, people] of stages) {
    [page.now.told, page.now.people] = before;
    drawn(page);
    [page.now.told, page.now.people] = [told, people];
    drawn(page);
    assert.deepEqual(size(page), size(stage(told, people)), `${told}, ${people} after ${before}`);
  }
});
