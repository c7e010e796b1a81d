import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, form, table } from "./page.mjs";

const HAND = "Raise, Bluff, Trap";

function ready(...more) {
  const button = el("button.look", {type: "button", "data-look": "/t/key/hand"});
  const page = table(button, el("p.elsewhere"), ...more).run("page.js", "focus.js", "draft.js", "look.js");
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
  const page = ready(el("button#four", {type: "button", "data-look": "/t/key/hand", "data-cover": ""}));
  for (const [ms, sooner] of [[3_900, false], [100, true]]) {
    page.press("pointerdown", page.at("#four"));
    page.tap(page.at("#four"));
    await page.pass(ms);
    assert.equal(page.cover.textContent, HAND);
    if (sooner) page.tap(page.at(".elsewhere")); else await page.pass(200);
    assert.equal(page.cover.textContent, "");
  }
});

// The focus, as the page hears of it.
function focused(page) {
  const had = [];
  page.html.addEventListener("focusin", event => { had.push(event.target); });
  return had;
}

test("a key opens the hand as a dialog until it is closed", async () => {
  for (const closes of [page => page.enter(page.at("#look [data-close]")), page => page.cover.close()]) {
    const page = ready(), had = focused(page);
    page.enter(page.button);
    await page.pass(600_000);
    assert.equal(page.cover.textContent, HAND + "Close");
    assert.deepEqual([page.cover.modal, page.at("#told-hand").textContent], [true, HAND]);
    closes(page);
    assert.deepEqual([page.cover.open, page.cover.textContent], [false, ""]);
    assert.deepEqual(had, [page.cover, page.button]);
  }
});

test("a screen reader's tap opens it like a key does", async () => {
  for (const tap of [{width: 0}, {width: 1, pointerType: "mouse", pressure: 0}]) {
    const page = ready();
    page.world.navigator.maxTouchPoints = 5;
    page.press("pointerdown", page.button, tap);
    page.press("pointerup", page.button);
    page.tap(page.button);
    await page.pass(60_000);
    assert.equal(page.cover.modal, true, JSON.stringify(tap));
  }
});

test("a look lasts as long as was chosen in the menu", async () => {
  const time = el("select#look-for"), page = table(el("button#show", {type: "button", "data-look": "/hand", "data-cover": ""}), time);
  page.answer = () => page.ok(HAND);
  page.run("page.js", "focus.js", "draft.js", "look.js");
  const lasts = async (choice, ms) => {
    page.type(time, choice);
    time.dispatchEvent(new Event("change"));
    page.tap(page.at("#show"));
    await page.pass(ms);
    return page.at("#look").textContent;
  };
  assert.equal(time.value, "4");
  assert.equal(await lasts("10", 9_900), HAND);
  await page.pass(200);
  assert.equal(page.at("#look").textContent, "");
  assert.equal(await lasts("0", 600_000), HAND + "Close");
  assert.equal(page.at("#look").modal, true);
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

test("an opened hand stays while somebody types", async () => {
  const page = choosing();
  await page.opens();
  for (const touch of ["input", "keydown"]) {
    await page.pass(40_000);
    page.press(touch, stake(page));
  }
  page.window.dispatchEvent(new Event("blur"));
  await page.pass(40_000);
  assert.ok(stake(page), "Tab led out of the page");
});

test("a form that a key opened has no timer", async () => {
  const page = choosing();
  page.enter(page.at("#fill"));
  await page.pass(600_000);
  assert.ok(stake(page));
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
