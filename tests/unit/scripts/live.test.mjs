import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, form, table } from "./page.mjs";

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

// The stream speaks every 3 seconds.
async function speaks(page, ms) {
  for (; ms > 0; ms -= 3_000) {
    page.tell("htmx:sse:after:message");
    await page.pass(Math.min(ms, 3_000));
  }
}

test("a stream that speaks is left alone", async () => {
  const page = watching();
  await speaks(page, 60_000);
  assert.deepEqual([page.cut, page.fetched.length, page.at("#offline").hidden], [0, 0, true]);
});

test("a stream that is silent for six seconds is opened again, and soon it is said that there is none", async () => {
  const page = watching();
  await page.pass(5_900);
  assert.equal(page.cut, 0);
  await page.pass(200);
  assert.deepEqual([page.cut, page.at("#offline").hidden], [1, true]);
  await page.pass(1_500);
  assert.equal(page.at("#offline").hidden, false);
  page.tell("htmx:sse:after:message");
  assert.equal(page.at("#offline").hidden, true);
});

test("a short gap is not spoken of", async () => {
  const page = watching();
  page.tell("htmx:sse:error");
  await page.pass(1_000);
  page.tell("htmx:sse:after:message");
  await page.pass(2_000);
  assert.equal(page.at("#offline").hidden, true);
});

test("on waking the page is fetched afresh and the old stream given up, however the phone says that it is awake", async () => {
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

test("a phone whose clock has jumped has slept, though it said nothing", async () => {
  const page = watching();
  await speaks(page, 20_000);
  assert.equal(page.fetched.length, 0);
  page.clock.now += 60_000;
  page.tell("htmx:sse:after:message");
  await page.pass(1_100);
  assert.deepEqual([page.cut, page.fetched], [1, ["/t/key"]]);
});

test("falling asleep is no waking, and a page that was only opened has not slept", async () => {
  const page = watching();
  page.html.hidden = true;
  page.tell("visibilitychange");
  page.html.hidden = false;
  page.window.dispatchEvent(new Event("pageshow", {persisted: false}));
  await page.pass(10);
  assert.deepEqual([page.cut, page.fetched.length], [0, 0]);
});

test("what this device is, is asked for when somebody's rights have changed, and not before", async () => {
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

test("an answer that is older than the page, or none at all, is asked for again until it is new enough", async () => {
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

test("it is asked for once at a time, and an answer that never comes is given up", async () => {
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

test("a device that lost its seat, or is now the other kind of page, is sent for its page", async () => {
  for (const more of [{away: true}, {screen: true}]) {
    const page = watching();
    page.answer = () => page.ok(me("", 6, more));
    page.draws({value: 6, moved: 6});
    await page.pass(10);
    assert.deepEqual(page.visited, ["again"]);
  }
});

test("an entry that was saved and does not show in time is fetched", async () => {
  const page = watching();
  page.tell("companion:saved", {detail: {entry: 6}});
  page.draws({value: 6});
  await page.pass(2_000);
  assert.equal(page.fetched.length, 0);
  page.tell("companion:saved", {detail: {entry: 7}});
  await page.pass(2_000);
  assert.deepEqual(page.fetched, ["/t/key"]);
});

test("what was refused as too late is fetched afresh", async () => {
  const page = watching();
  page.tell("companion:stale");
  assert.deepEqual(page.fetched, ["/t/key"]);
});

test("another thing to do begins at the top of the page, and what others do moves nothing", async () => {
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
  page.at("#payout").append(el("div.payout", {}, el("h2", {}, "Table 2")));
  page.draws({value: 9, scene: "payout"});
  assert.deepEqual(page.scrolled, [0, 0]);
});

test("each entry is told of once, when it is drawn", async () => {
  const page = watching();
  let drawn = 0;
  page.html.addEventListener("companion:drawn", () => { drawn++; });
  for (const value of [2, 2, 3]) page.draws({value});
  assert.equal(drawn, 2);
});

test("an answer that was under way while the stream brought more is asked for again, and an older house once", async () => {
  const page = watching();
  page.draws({value: 6});
  page.draws({value: 5});
  assert.deepEqual(page.fetched, ["/t/key"]);
  for (let again = 0; again < 3; again++) page.draws({value: 5});
  assert.deepEqual(page.fetched, ["/t/key"]);
  page.draws({value: 7});
  assert.deepEqual(page.fetched, ["/t/key"]);
});

test("what was seen to its end runs again where a stream brings another page, and stays where it does not", async () => {
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
