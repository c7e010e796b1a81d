import assert from "node:assert/strict";
import { test } from "node:test";
import { el, form, table } from "./page.mjs";

// A table whose page is turned by every tap that comes through, and drawn anew 50 ms later.
function turning(...more) {
  const next = el("button", {}, "Next"), page = table(form({kind: "page"}, next), ...more).run("page.js", "twice.js");
  Object.assign(page, {next, turned: [], drawn: page.clock.now - 10_000});
  page.html.addEventListener("submit", () => {
    page.turned.push(page.clock.now);
    page.drawn = Infinity;
    page.clock.set(() => { page.drawn = page.clock.now; }, 50);
  });
  return page;
}

test("the second half of a double tap is dropped", async () => {
  const page = turning();
  page.tap(page.next);
  await page.pass(150);
  page.tap(page.next);
  assert.equal(page.turned.length, 1);
});

test("a tap that was dropped does not count as the first of the next pair: twenty in a row turn ten pages", async () => {
  const page = turning();
  for (let taps = 0; taps < 20; taps++) {
    page.tap(page.next);
    await page.pass(300);
  }
  assert.equal(page.turned.length, 10);
});

test("a page that has been there for half a second takes the tap, however fast the fingers were before", async () => {
  let odd = 7;
  const page = turning(), any = below => (odd = odd * 16807 % 2147483647) % below;
  for (let taps = 0; taps < 300; taps++) {
    await page.pass(20 + any(700));
    const before = page.turned.length;
    page.tap(page.next);
    if (page.clock.now - page.drawn >= 500) assert.equal(page.turned.length, before + 1);
  }
  assert.ok(page.turned.length > 100 && page.turned.length < 300);
});

test("a tap elsewhere, or later, is a tap of its own", async () => {
  const page = turning();
  page.tap(page.next);
  await page.pass(100);
  page.tap(page.next, {x: 140});
  await page.pass(401);
  page.tap(page.next, {x: 140});
  assert.equal(page.turned.length, 3);
});

test("what may be tapped fast is tapped as often as the finger likes, but not by half a tap on something else", async () => {
  const one = el("circle", {"data-fast": ""}), two = el("circle", {"data-fast": ""}), page = turning(one, two), tapped = [];
  for (const place of [one, two]) place.addEventListener("click", () => tapped.push(place === one ? 1 : 2));
  for (const place of [one, one, one, two]) {
    page.tap(place);
    await page.pass(90);
  }
  page.tap(page.next);
  assert.deepEqual([tapped, page.turned.length], [[1, 1, 1], 0]);
});

test("a key, a stepper and an opened hand are never guarded", async () => {
  const stepper = el("button", {type: "button"}), hand = el("button", {}), page = turning(form({}, stepper));
  page.at("#look").append(form({}, hand));
  let clicks = 0;
  page.html.addEventListener("click", () => { clicks++; });
  for (const button of [stepper, stepper, hand, hand]) page.tap(button);
  page.enter(page.next);
  page.enter(page.next);
  assert.equal(clicks, 6);
});
