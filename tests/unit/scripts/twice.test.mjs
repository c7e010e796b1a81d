import assert from "node:assert/strict";
import { test } from "node:test";
import { el, form, table } from "./page.mjs";

const placed = (node, left = 80, top = 90, right = 400, bottom = 110) => Object.assign(node, {box: [left, top, right, bottom]});

// A table shown for a second; every accepted tap turns its page, which is drawn 50 ms later.
async function turning(...more) {
  const next = placed(el("button", {}, "Next")), page = table(form({kind: "page"}, next), ...more).run("page.js", "twice.js");
  Object.assign(page, {next, turned: [], drawn: page.clock.now - 10_000});
  page.html.addEventListener("submit", () => {
    page.turned.push(page.clock.now);
    page.drawn = Infinity;
    page.clock.set(() => { page.drawn = page.clock.now; }, 50);
  });
  await page.pass(1000);
  return page;
}

test("the second half of a double tap is dropped", async () => {
  const page = await turning();
  page.tap(page.next);
  await page.pass(150);
  page.tap(page.next);
  assert.equal(page.turned.length, 1);
});

test("a page shown for half a second takes the tap", async () => {
  let odd = 7;
  const page = await turning(), any = below => (odd = odd * 16807 % 2147483647) % below;
  for (let taps = 0; taps < 300; taps++) {
    await page.pass(20 + any(700));
    const before = page.turned.length;
    page.tap(page.next);
    if (page.clock.now - page.drawn >= 500) assert.equal(page.turned.length, before + 1);
  }
  assert.ok(page.turned.length > 100 && page.turned.length < 300);
});

test("a tap elsewhere or later counts", async () => {
  const page = await turning();
  page.tap(page.next);
  await page.pass(100);
  page.tap(page.next, {x: 140});
  await page.pass(401);
  page.tap(page.next, {x: 140});
  assert.equal(page.turned.length, 3);
});

test("fast taps on neighbouring controls all count", async () => {
  const seats = [0, 1, 2].map(nth => placed(el("button", {}, "seat " + nth), 0, 200 + 20 * nth, 90, 219 + 20 * nth));
  const page = await turning(...seats.map(seat => form({kind: "arrange"}, seat))), tapped = [];
  for (const seat of seats) seat.addEventListener("click", () => tapped.push(seat.textContent));
  for (const nth of [2, 0, 1]) {
    page.tap(seats[nth], {x: 50, y: 210 + 20 * nth});
    await page.pass(90);
  }
  assert.deepEqual(tapped, ["seat 2", "seat 0", "seat 1"]);
});

test("controls marked fast take every tap", async () => {
  const place = placed(el("button", {type: "button", "data-fast": ""}, "1×"), 500, 0, 540, 40), page = await turning(place);
  let taps = 0;
  place.addEventListener("click", () => { place.textContent = `${++taps + 1}×`; });
  for (; taps < 3; await page.pass(90)) page.tap(place, {x: 520, y: 20});
  assert.equal(taps, 3);
});

test("a control that has just appeared takes no second tap yet", async () => {
  const page = await turning(), lay = placed(el("button", {type: "button"}, "Lay it"), 0, 300, 90, 340);
  let laid = 0;
  lay.addEventListener("click", () => { laid++; });
  page.tap(page.next);
  page.at("#look").append(lay);
  await page.pass(300);
  page.tap(lay, {x: 20, y: 320});
  assert.equal(laid, 0);
  await page.pass(101);
  page.tap(lay, {x: 20, y: 320});
  assert.equal(laid, 1);
});

test("nor does one that moved, was covered or changed its meaning", async () => {
  const moved = placed(el("button", {type: "button"}, "moved"), 0, 300, 90, 340), other = placed(el("button", {type: "button"}, "Pass"), 0, 400, 90, 440);
  const covered = placed(el("button", {type: "button"}, "covered"), 0, 500, 90, 540), cover = placed(el("div"), 0, 500, 90, 540);
  const page = await turning(moved, other, covered, cover), tapped = [];
  for (const one of [moved, other, covered]) one.addEventListener("click", () => tapped.push(one.textContent));
  page.tap(page.next);
  placed(moved, 100, 300, 190, 340);
  other.textContent = "Pay";
  cover.attributes.set("hidden", "");
  await page.pass(100);
  page.tap(moved, {x: 150, y: 320});
  page.tap(other, {x: 20, y: 420});
  page.tap(covered, {x: 20, y: 520});
  assert.deepEqual(tapped, []);
});

test("a hand that just came under the finger is not shown", async () => {
  const look = placed(el("button", {type: "button", "data-look": "/hand"}, "Hold to look"), 0, 300, 90, 340), page = await turning();
  let shown = 0;
  look.addEventListener("pointerdown", () => { shown++; });
  page.tap(page.next);
  page.at("#live").append(look);
  const press = () => page.press("pointerdown", look, {timeStamp: page.clock.now, clientX: 20, clientY: 320});
  await page.pass(300);
  press();
  assert.equal(shown, 0);
  await page.pass(101);
  press();
  assert.equal(shown, 1);
});

test("a page that has just opened takes no tap yet", async () => {
  const leave = placed(el("button", {}, "Get up again")), page = table(form({kind: "leave"}, leave)).run("page.js", "twice.js");
  let left = 0;
  page.html.addEventListener("submit", () => { left++; });
  page.tap(leave);
  assert.equal(left, 0);
  await page.pass(401);
  page.tap(leave);
  assert.equal(left, 1);
});

test("labels, keys, steppers and opened hands are no double taps", async () => {
  const stepper = placed(el("button", {type: "button"}), 0, 0, 40, 40), hand = placed(el("button", {}), 0, 50, 40, 89);
  const field = el("input", {type: "checkbox"}), label = placed(el("label", {}, field), 0, 800, 90, 840), page = await turning(form({}, stepper), label);
  page.at("#look").append(form({}, hand));
  let clicks = 0;
  page.html.addEventListener("click", () => { clicks++; });
  label.control = field;
  page.tap(label, {x: 20, y: 820});
  page.tap(field, {x: 20, y: 820});
  for (const [button, y] of [[stepper, 20], [stepper, 20], [hand, 70], [hand, 70]]) page.tap(button, {x: 20, y});
  page.enter(page.next);
  page.enter(page.next);
  assert.equal(clicks, 8);
});
