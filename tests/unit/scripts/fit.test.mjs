import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, table } from "./page.mjs";

// A part whose height follows its type size: `needs` at full size, `has` available.
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

test("text grows again as soon as there is room", () => {
  const page = stage(1_300, 900);
  page.now.told = 500;
  drawn(page);
  assert.deepEqual(size(page), [100, 100]);
});

test("parts that fit are not styled again", () => {
  for (const [told, people, most] of [[900, 900, [0, 0]], [900, 1_600, [0, 2]], [1_300, 900, [4, 6]]]) {
    const page = stage(told, people), was = size(page), before = page.parts.map(one => one.styles);
    drawn(page);
    assert.deepEqual(size(page), was);
    const styles = page.parts.map((one, nth) => one.styles - before[nth]);
    assert.ok(styles.every((times, nth) => times <= most[nth]), `${told}, ${people}: ${styles}`);
  }
});

test("the size depends only on the content, not on what was there before", () => {
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
