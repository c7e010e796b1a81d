import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, table } from "./page.mjs";

const me = (words, moved = 0, more = {}) => JSON.stringify({words, moved, screen: false, away: false, ...more});

function watching() {
  const page = table(el("section#payout"), el("section#notices")).run("page.js", "me.js", "notices.js", "live.js");
  const connection = {reader: {cancel: () => { page.cut++; }}};
  page.cut = 0;
  page.answer = () => page.ok(me("orange player"));
  page.asked = () => page.sent.filter(request => request.url === "/t/key/me").length;
  page.tell("htmx:sse:after:connection", {detail: {connection}});
  return page;
}

// The stream sends a message every 3 seconds.
async function speaks(page, ms) {
  for (; ms > 0; ms -= 3_000) {
    page.tell("htmx:sse:after:message");
    await page.pass(Math.min(ms, 3_000));
  }
}

test("a live stream is left alone", async () => {
  const page = watching();
  await speaks(page, 60_000);
  assert.deepEqual([page.cut, page.fetched.length, page.at("#offline").hidden], [0, 0, true]);
});

test("a silent stream is told after four seconds, and reopened after six", async () => {
  const page = watching();
  await page.pass(3_900);
  assert.equal(page.at("#offline").hidden, true);
  await page.pass(200);
  assert.equal(page.at("#offline").hidden, false);
  await page.pass(1_800);
  assert.equal(page.cut, 0);
  await page.pass(200);
  assert.equal(page.cut, 1);
  page.tell("htmx:sse:after:message");
  assert.equal(page.at("#offline").hidden, true);
});

test("on waking the page is fetched again, whichever event says so", async () => {
  const wakes = {
    visibilitychange: page => page.tell("visibilitychange"),
    online: page => page.window.dispatchEvent(new Event("online")),
    pageshow: page => page.window.dispatchEvent(new Event("pageshow", {persisted: true})),
  };
  for (const [how, wake] of Object.entries(wakes)) {
    const page = watching();
    wake(page);
    await page.pass(10);
    assert.deepEqual([page.cut, page.fetched, page.asked()], [1, ["/t/key"], 1], how);
  }
});

test("a jump of the clock counts as sleep", async () => {
  const page = watching();
  await speaks(page, 20_000);
  assert.equal(page.fetched.length, 0);
  page.clock.now += 60_000;
  page.tell("htmx:sse:after:message");
  await page.pass(1_100);
  assert.deepEqual([page.cut, page.fetched], [1, ["/t/key"]]);
});

test("falling asleep and a fresh page are no waking", async () => {
  const page = watching();
  page.html.hidden = true;
  page.tell("visibilitychange");
  page.html.hidden = false;
  page.window.dispatchEvent(new Event("pageshow", {persisted: false}));
  await page.pass(10);
  assert.deepEqual([page.cut, page.fetched.length], [0, 0]);
});

test("the device's rights are fetched only when they changed", async () => {
  const page = watching();
  page.draws({value: 5, moved: 0});
  await page.pass(10);
  assert.equal(page.asked(), 0);
  page.answer = () => page.ok(me("orange player host", 6));
  page.draws({value: 6, moved: 6});
  await page.pass(10);
  page.draws({value: 7, moved: 6});
  await page.pass(5_000);
  assert.equal(page.asked(), 1);
  assert.deepEqual([page.body.dataset.me, page.body.dataset.moved], ["orange player host", "6"]);
});

test("an outdated or missing answer is requested again", async () => {
  const page = watching(), given = [page => page.ok(me("orange player", 3)), () => Promise.reject(new Error("lost")), page => page.says(500), page => page.ok(me("host", 6))];
  page.answer = () => given.shift()(page);
  page.draws({value: 6, moved: 6});
  await page.pass(10);
  assert.equal(page.body.dataset.moved, "3");
  await page.pass(1_500);
  await page.pass(1_500);
  assert.equal(page.body.dataset.moved, "3");
  await page.pass(1_500);
  assert.deepEqual([page.body.dataset.me, page.body.dataset.moved, page.asked()], ["host", "6", 4]);
  await speaks(page, 10_000);
  assert.equal(page.asked(), 4);
});

test("one request at a time, and a lost answer is given up", async () => {
  const page = watching();
  page.answer = () => new Promise(() => {});
  page.draws({value: 6, moved: 6});
  page.draws({value: 7, moved: 6});
  page.draws({value: 8, moved: 8});
  await page.pass(5_000);
  assert.equal(page.asked(), 1);
  page.answer = () => page.ok(me("host", 8));
  await page.pass(6_000);
  assert.deepEqual([page.asked(), page.body.dataset.moved], [2, "8"]);
});

test("a device that lost its seat reloads", async () => {
  for (const more of [{away: true}, {screen: true}]) {
    const page = watching();
    page.answer = () => page.ok(me("", 6, more));
    page.draws({value: 6, moved: 6});
    await page.pass(10);
    assert.deepEqual(page.visited, ["again"]);
  }
});

test("a saved move that does not show in time is fetched", async () => {
  const page = watching();
  page.tell("companion:saved", {detail: {entry: 6}});
  page.draws({value: 6});
  await page.pass(2_000);
  assert.equal(page.fetched.length, 0);
  page.tell("companion:saved", {detail: {entry: 7}});
  await page.pass(2_000);
  assert.deepEqual(page.fetched, ["/t/key"]);
});

test("a new task scrolls to the top, moves of others do not", async () => {
  const page = watching(), mine = text => el("h1.turn.mine", {}, text), theirs = text => el("h1.turn", {}, text);
  page.draws({value: 2}, mine("A card"));
  page.draws({value: 3}, mine("A card"));
  assert.equal(page.scrolled, undefined);
  page.draws({value: 4}, mine("The pawn"));
  assert.deepEqual(page.scrolled, [0, 0]);
  page.scrolled = undefined;
  page.draws({value: 5}, theirs("Waiting for Ben"));
  page.draws({value: 6}, theirs("Waiting for Carla"));
  assert.equal(page.scrolled, undefined);
  page.draws({value: 7, scene: "payout"}, theirs("Payout"));
  assert.deepEqual(page.scrolled, [0, 0]);
  page.scrolled = undefined;
  page.draws({value: 8, scene: "payout"}, theirs("Payout, and somebody has gone"));
  assert.equal(page.scrolled, undefined);
  page.draws({value: 9, scene: "payout", page: "6-2"});
  assert.deepEqual(page.scrolled, [0, 0]);
});

test("an outdated page is fetched again, once", async () => {
  const page = watching();
  page.draws({value: 6});
  page.draws({value: 5});
  assert.deepEqual(page.fetched, ["/t/key"]);
  for (let again = 0; again < 3; again++) page.draws({value: 5});
  assert.deepEqual(page.fetched, ["/t/key"]);
  page.draws({value: 7});
  assert.deepEqual(page.fetched, ["/t/key"]);
});

test("a finished reveal runs again only for another page", async () => {
  const page = watching();
  const message = (scene, payout) => ({detail: {message: {data: `<data data-scene="${scene}"></data>${payout}`}}});
  const part = text => `<hx-partial hx-target="#payout">${text}</hx-partial>`;
  const classes = page.at("body").classList;
  page.world.DOMParser = class {
    parseFromString(html) {
      const inside = />([^<]*)<\/hx-partial>/.exec(html);
      return {querySelector: () => inside && {textContent: inside[1]}};
    }
  };
  page.at("#payout").textContent = "Anna gets 3";
  for (const [scene, payout, stays] of [
    ["payout", "", true],
    ["payout", part(" Anna gets 3 "), true],
    ["payout", part("Ben gets 4"), false],
    ["play", "", false],
  ]) {
    classes.add("at-end");
    page.tell("htmx:sse:before:message", message(scene, payout));
    assert.equal(classes.contains("at-end"), stays, `${scene} ${payout}`);
  }
});

test("a page of a payout is revealed after its time", async () => {
  const page = watching(), {classList} = page.html.querySelector("body");
  page.styles["--ends"] = "3.2s";
  page.draws({value: 7, scene: "payout", page: "6-1"});
  page.tell("htmx:sse:after:message");
  await page.pass(3_000);
  assert.equal(classList.contains("revealed"), false);
  await page.pass(300);
  assert.equal(classList.contains("revealed"), true);
});
