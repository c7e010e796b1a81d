import assert from "node:assert/strict";
import { test } from "node:test";
import { Page, el } from "./page.mjs";

const ENTRY = 1800, PAYOUT = 4200;

// a game of so many steps, of which some are payouts; what is drawn round the buttons is drawn at once
function replay(last = 5, payouts = []) {
  const data = el("data", {"data-scene": "play"});
  const link = name => el(`a#to-${name}`, {"data-to": name, href: ""});
  const links = Object.fromEntries(["first", "back", "forward", "last"].map(name => [name, link(name)]));
  const play = el("button#play", {type: "button", "aria-pressed": "false"}), faster = el("button#faster", {type: "button"});
  const bar = el("section#replay", {}, ...Object.values(links), play, faster);
  const page = new Page(el("body"), el("section#entry", {}, data), bar, el("div#offline"));
  const draw = step => {
    const at = {first: 1, back: Math.max(1, step - 1), forward: Math.min(last, step + 1), last};
    for (const [name, one] of Object.entries(links)) {
      one.setAttribute("href", `/step/${at[name]}`);
      if (at[name] === step) one.setAttribute("aria-disabled", "true"); else one.removeAttribute("aria-disabled");
    }
    data.dataset.scene = payouts.includes(step) ? "payout" : "play";
    page.step = step;
  };
  draw(1);
  page.world.htmx = {ajax: async (_verb, url) => {
    if (page.cut) throw new Error("cut");
    page.fetched.push(url);
    draw(Number(url.split("/").pop()));
  }};
  page.world.history = {replaceState: (_state, _title, url) => { page.address = url; }};
  return Object.assign(page.run("replay.js"), {play, faster, links});
}

const playing = page => page.play.getAttribute("aria-pressed") === "true";
const key = (page, name) => page.press("keydown", page.body, {key: name});

test("it plays to the end, slower where a payout is shown, and stops there", async () => {
  const page = replay(4, [2]);
  page.tap(page.play);
  await page.pass(0);
  assert.equal(page.step, 2);
  await page.pass(PAYOUT - 1);
  assert.equal(page.step, 2);
  await page.pass(1);
  assert.equal(page.step, 3);
  assert.ok(playing(page));
  await page.pass(ENTRY);
  assert.equal(page.step, 4);
  assert.ok(!playing(page));
  await page.pass(60_000);
  assert.deepEqual(page.fetched, ["/step/2", "/step/3", "/step/4"]);
  assert.equal(page.address, "/step/4");
});

test("at the end it plays from the beginning", async () => {
  const page = replay(2);
  key(page, "End");
  await page.pass(0);
  page.tap(page.play);
  await page.pass(0);
  assert.equal(page.step, 1);
  assert.ok(playing(page));
});

test("it is hurried and goes on", async () => {
  const page = replay(9);
  page.tap(page.play);
  await page.pass(0);
  page.tap(page.faster);
  page.tap(page.faster);
  assert.equal(page.faster.textContent, "4×");
  await page.pass(ENTRY / 4);
  assert.equal(page.step, 3);
  assert.ok(page.body.classList.contains("at-end"));
  page.tap(page.faster);
  assert.equal(page.faster.textContent, "1×");
});

for (const [how, stop] of Object.entries({
  "a tap": page => page.tap(page.body),
  "a key": page => key(page, " "),
  "a second tap on its button": page => page.tap(page.play),
  "a page that nobody sees": page => { page.html.hidden = true; page.tell("visibilitychange"); },
  "a step back": page => page.tap(page.links.back),
})) {
  test(`it stops by ${how}`, async () => {
    const page = replay(9);
    page.tap(page.play);
    await page.pass(0);
    assert.ok(playing(page));
    stop(page);
    await page.pass(60_000);
    assert.ok(!playing(page));
    assert.ok(page.step <= 2);
  });
}

test("arrows step, as often as they are pressed, and no further than there are steps", async () => {
  const page = replay(3);
  for (const name of ["ArrowRight", "ArrowRight", "ArrowRight"]) key(page, name);
  await page.pass(0);
  assert.equal(page.step, 3);
  key(page, "ArrowLeft");
  await page.pass(0);
  assert.equal(page.step, 2);
  assert.ok(page.body.classList.contains("at-end"));
  key(page, "x");
  await page.pass(0);
  assert.deepEqual(page.fetched, ["/step/2", "/step/3", "/step/2"]);
});

test("where the server cannot be reached it stops and can be tried again", async () => {
  const page = replay(3);
  page.cut = true;
  page.tap(page.play);
  await page.pass(0);
  assert.ok(!playing(page));
  page.cut = false;
  page.tap(page.links.forward);
  await page.pass(0);
  assert.equal(page.step, 2);
});

test("the space bar on its button presses it once, when the key goes down and however long it is held", async () => {
  const page = replay(9);
  page.tap(page.play);
  await page.pass(0);
  page.press("keydown", page.play, {key: " "});
  assert.ok(!playing(page), "whatever is drawn before the key comes up");
  page.press("keydown", page.play, {key: " ", repeat: true});
  assert.ok(!playing(page));
  assert.equal(page.press("keyup", page.play, {key: " "}), false, "and the browser does not press it once more");
});
