import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, form, table } from "./page.mjs";

const HAND = "Raise, Bluff, Trap";

function ready(...more) {
  const button = el("button.look", {type: "button", "data-look": "/t/key/hand"});
  const page = table(button, el("p.elsewhere"), ...more).run("page.js", "draft.js", "look.js");
  page.answer = () => page.ok(HAND);
  const away = [];
  page.html.addEventListener("companion:away", () => away.push("away"));
  return Object.assign(page, {button, cover: page.at("#look"), away});
}

test("the hand shows only while the finger is down", async () => {
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
    const page = ready();
    page.press("pointerdown", page.button);
    await page.pass(50);
    assert.equal(page.cover.textContent, HAND);
    page.press(end, page.html);
    assert.equal(page.cover.textContent, "");
    await page.pass(10_000);
    assert.equal(page.cover.textContent, "");
    assert.deepEqual([[...page.session], [...page.local], page.sent.length], [[], [], 1]);
  }
});

test("a hand that arrives after the finger was lifted is not shown", async () => {
  const page = ready();
  let come;
  page.answer = () => new Promise(done => { come = () => done(page.ok(HAND)); });
  page.press("pointerdown", page.button);
  await page.pass(50);
  page.press("pointerup", page.html);
  come();
  await page.pass(50);
  assert.equal(page.cover.textContent, "");
});

test("the hand is covered when the phone sleeps or the page is left", async () => {
  for (const end of ["visibilitychange", "pagehide", "blur"]) {
    const page = ready();
    page.press("pointerdown", page.button);
    await page.pass(50);
    (end === "visibilitychange" ? page.html : page.window).dispatchEvent(new Event(end));
    assert.equal(page.cover.textContent, "", end);
  }
});

test("a timed look ends by itself, or by a tap", async () => {
  const page = ready(el("button#four", {type: "button", "data-look": "/t/key/hand", "data-cover": "4000"}));
  for (const [ms, sooner] of [[3_900, false], [100, true]]) {
    page.press("pointerdown", page.at("#four"));
    page.tap(page.at("#four"));
    await page.pass(ms);
    assert.equal(page.cover.textContent, HAND);
    if (sooner) page.tap(page.at(".elsewhere")); else await page.pass(200);
    assert.equal(page.cover.textContent, "");
  }
});

test("a failed look is reported and shows nothing", async () => {
  for (const answer of [() => Promise.reject(new Error("no network")), page => page.says(403, "no")]) {
    const page = ready();
    page.answer = () => answer(page);
    page.press("pointerdown", page.button);
    await page.pass(50);
    assert.deepEqual([page.cover.textContent, page.away], ["", ["away"]]);
  }
});

// A hand with a form for the current slot.
function choosing() {
  const page = ready(el("button#fill", {type: "button", "data-open": "/t/key/hand"}));
  let slot = "1.bid";
  page.answer = () => {
    const mine = slot, html = `<input type="hidden" name="slot" value="${mine}">`;
    page.drawings.set(html, () => form({slot: mine}, el("input", {name: "stake", value: ""}), el("button", {type: "button", "data-close": ""})));
    return page.ok(html);
  };
  page.asks = now => { slot = now; };
  page.opens = async () => { page.tap(page.at("#fill")); await page.pass(50); };
  return page;
}
const stake = page => page.at("#look [name=stake]");

test("an opened hand stays while it is touched, then closes", async () => {
  const page = choosing();
  await page.opens();
  for (let touches = 0; touches < 3; touches++) {
    await page.pass(40_000);
    page.tap(stake(page));
  }
  await page.pass(40_000);
  page.tap(page.at(".elsewhere"));
  await page.pass(4_900);
  assert.ok(stake(page));
  await page.pass(200);
  assert.equal(page.cover.childElementCount, 0);
  await page.opens();
  await page.pass(45_000);
  assert.equal(page.cover.childElementCount, 0);
});

test("an opened hand closes when its choice was made elsewhere", async () => {
  const page = choosing();
  const drawn = async () => {
    page.tell("companion:drawn");
    await page.pass(50);
    return page.cover.childElementCount;
  };
  await page.opens();
  assert.equal(await drawn(), 1);
  page.asks("2.bid"); // the next choice of the same seat is asked for at once
  assert.equal(await drawn(), 0);
  await page.opens();
  page.at("#fill").setAttribute("hidden", ""); // nothing is asked of it any more
  page.tell("companion:drawn");
  assert.equal(page.cover.childElementCount, 0);
});

test("a half-filled form is restored for the same choice only", async () => {
  const page = choosing();
  const filled = async () => {
    await page.opens();
    const was = stake(page).value;
    stake(page).value = "20";
    page.tap(page.at("#look [data-close]"));
    assert.equal(page.cover.childElementCount, 0);
    return was;
  };
  assert.deepEqual([await filled(), await filled()], ["", "20"]);
  page.asks("2.bid");
  assert.deepEqual([await filled(), await filled()], ["", "20"]);
  await page.opens();
  page.tell("companion:saved", {detail: {form: form({kind: "rename"})}});
  assert.equal(page.cover.childElementCount, 0);
  assert.equal(await filled(), "20", "another tap of this phone was saved");
  page.tell("companion:saved", {detail: {form: form({slot: "2.bid"})}});
  assert.equal(await filled(), "");
  assert.deepEqual([[...page.session], [...page.local]], [[], []]);
});

test("a sent hand is covered at once and kept until it was saved", async () => {
  const page = choosing();
  await page.opens();
  stake(page).value = "20";
  page.press("submit", page.at("#look form"));
  assert.equal(page.cover.childElementCount, 0);
  await page.opens();
  assert.equal(stake(page).value, "20");
  page.tell("companion:saved");
  assert.equal(page.cover.childElementCount, 0);
});

test("a lent device keeps nothing and is returned after one look", async () => {
  const page = choosing(), back = form({kind: "return"});
  back.attributes.set("data-after-look", "");
  page.at("#live").append(back);
  let returned = 0;
  page.html.addEventListener("submit", () => { returned++; });
  await page.opens();
  stake(page).value = "20";
  page.tap(page.at("#look [data-close]"));
  assert.equal(returned, 1);
  await page.opens();
  assert.equal(stake(page).value, "");
});
