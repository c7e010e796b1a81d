import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, TOAST, Page, el, form, table } from "./page.mjs";

const chip = (slot = "1") => form({kind: "act", slot}, el("input", {name: "table", value: "3"}));
const at = one => table(one).run("page.js", "tap.js");
const names = page => page.sent.map(request => request.fields.op);
const never = () => new Promise(() => {});

// The answers in turn; the last one repeats.
function answers(page, ...all) {
  page.answer = () => (all.length > 1 ? all.shift() : all[0])();
}
const lost = () => Promise.reject(new Error("no network"));

test("a move is resent with its id until it is answered", async () => {
  const one = chip(), page = at(one), saved = [];
  page.html.addEventListener("companion:saved", event => saved.push({...event.detail}));
  answers(page, lost, lost, () => page.says(503), () => page.ok("", {"Companion-Entry": "12"}));
  const begun = page.clock.now;
  one.requestSubmit();
  await page.pass(60_000);
  assert.equal(page.sent.length, 4);
  assert.equal(new Set(names(page)).size, 1);
  assert.match(names(page)[0], /^[0-9a-f]{32}$/);
  assert.deepEqual(page.sent.map(request => request.at - begun), [0, 300, 1100, 2600]);
  assert.deepEqual(page.sent[3].fields, {...page.sent[0].fields});
  assert.deepEqual(saved, [{entry: 12, form: one}]);
});

test("every move has the same length", async () => {
  const slips = [[], ["5"], ["5", "120", "17"]].map(stakes => form({kind: "act"}, ...[0, 1, 2].map(bet => el("input", {name: `stake-${bet}`, value: stakes[bet] ?? ""}))));
  const page = table(...slips).run("page.js", "tap.js");
  for (const slip of slips) {
    slip.requestSubmit();
    await page.pass(100);
  }
  assert.equal(page.sent.length, slips.length);
  assert.deepEqual([...new Set(page.sent.map(request => new URLSearchParams(request.fields).toString().length))], [512]);
});

test("a request without answer is resent after eight seconds", async () => {
  const one = chip(), page = at(one);
  answers(page, never, () => page.ok());
  one.requestSubmit();
  await page.pass(7_900);
  assert.deepEqual([page.sent.length, page.at("#toast").textContent], [1, ""]);
  await page.pass(200);
  assert.equal(page.at("#toast").textContent, "Not saved yet.");
  await page.pass(300);
  assert.equal(page.sent.length, 2);
  assert.equal(new Set(names(page)).size, 1);
});

test("an answer of a captive portal settles nothing", async () => {
  const one = chip(), page = at(one);
  answers(page, () => page.ok("Welcome to our Wi-Fi", {}), () => page.says(403, "Who are you?", {}), () => page.ok("", {"Companion-Entry": "12"}));
  one.requestSubmit();
  await page.pass(2_000);
  assert.equal(page.sent.length, 3);
  assert.equal(new Set(names(page)).size, 1);
  assert.equal(page.body.classList.contains("sending"), false);
});

test("a cut-off answer is requested again and blocks no other move", async () => {
  const broken = status => page => ({...page.says(status), text: lost}), stuck = status => page => ({...page.says(status), text: never});
  for (const cut of [broken(409), broken(200), stuck(409), stuck(200)]) {
    const [first, second] = [chip("1"), chip("2")], page = table(first, second).run("page.js", "tap.js");
    answers(page, () => cut(page), () => page.ok());
    first.requestSubmit();
    second.requestSubmit();
    await page.pass(10_000);
    assert.deepEqual(page.sent.map(request => request.fields.slot), ["1", "1", "2"]);
    assert.equal(page.sent[0].fields.op, page.sent[1].fields.op);
    assert.equal(page.body.classList.contains("sending"), false);
  }
});

test("a form being sent is not sent twice", async () => {
  const one = chip(), page = at(one);
  answers(page, lost, () => page.ok());
  one.requestSubmit();
  one.requestSubmit();
  await page.pass(1_000);
  assert.equal(page.sent.length, 2);
  one.requestSubmit();
  await page.pass(1_000);
  assert.equal(page.sent.length, 3);
  assert.equal(new Set(names(page)).size, 2);
});

test("moves go one after the other, in order", async () => {
  const [first, second] = [chip("1"), chip("2")], page = table(first, second).run("page.js", "tap.js");
  answers(page, lost, () => page.ok());
  first.requestSubmit();
  second.requestSubmit();
  await page.pass(200);
  assert.equal(page.sent.length, 1);
  await page.pass(1_000);
  assert.deepEqual(page.sent.map(request => request.fields.slot), ["1", "1", "2"]);
});

test("a refused move is reported and never resent", async () => {
  for (const [status, afresh] of [[400, 0], [403, 1], [409, 1], [200, 0]]) {
    const one = chip(), page = at(one);
    let stale = 0, saved = 0;
    page.html.addEventListener("companion:stale", () => { stale++; });
    page.html.addEventListener("companion:saved", () => { saved++; });
    page.answer = () => page.says(status, "Ben is waited for.", {"Companion-Entry": status === 200 ? "1" : "0"});
    one.requestSubmit();
    await page.pass(1_000);
    assert.deepEqual([page.sent.length, stale, saved], [1, afresh, Number(status === 200)]);
    assert.equal(page.at("#toast").textContent, status === 200 ? "" : "Ben is waited for.");
  }
});

test("only the fact that a move waits is stored", async () => {
  const one = chip(), page = at(one);
  page.answer = never;
  one.requestSubmit();
  await page.pass(100);
  assert.deepEqual([[...page.session], [...page.local]], [[["waiting", "1"]], []]);
  page.answer = () => page.ok();
  await page.pass(20_000);
  assert.deepEqual([...page.session], []);
  const again = table();
  again.session.set("waiting", "1");
  again.run("page.js", "tap.js");
  assert.equal(again.at("#toast").textContent, "Lost.");
  assert.deepEqual([...again.session], []);
});

const refuses = () => { throw new Error("no storage"); };
const WITHOUT_STORAGE = {
  "is missing": (page, name) => { page.world[name] = null; },
  "may not be read": (page, name) => Object.defineProperty(page.world, name, {get: refuses}),
  "is full": page => { page.local.setItem = page.session.setItem = refuses; },
};

for (const [how, breaks] of Object.entries(WITHOUT_STORAGE)) {
  test(`where storage ${how} a tap is saved all the same, and a name is kept by the page`, async () => {
    const one = chip(), name = el("input", {name: "name", "data-remember": "name"}), page = table(one, name);
    for (const storage of ["localStorage", "sessionStorage"]) breaks(page, storage);
    page.run("page.js", "tap.js");
    answers(page, lost, lost, () => page.ok());
    one.requestSubmit();
    await page.pass(500);
    assert.equal(page.at("#toast").textContent, "Not saved yet.");
    await page.pass(60_000);
    assert.deepEqual([page.sent.length, page.body.classList.contains("sending")], [3, false]);
    name.value = "Ben";
    page.press("change", name);
    assert.equal(page.world.companion.local.get("name"), "Ben");
    assert.equal(page.world.companion.session.get("waiting"), null);
  });
}

test("without cookies nothing is sent and each move says so", async () => {
  const one = chip(), page = table(one, el("p#no-cookies", {hidden: ""}, "No cookies."));
  page.world.navigator.cookieEnabled = false;
  page.run("page.js", "tap.js");
  assert.equal(page.at("#no-cookies").hidden, false);
  one.requestSubmit();
  await page.pass(100);
  assert.deepEqual([page.sent.length, page.at("#toast").textContent], [0, "No cookies."]);
  assert.equal(one.classList.contains("sending"), false);
});

test("a form that leads to another page goes there once", async () => {
  const again = el("form", {method: "post", action: "/t/key/again"}, el("input", {type: "hidden", name: "op", value: ""}));
  const page = new Page(el("body"), again, TOAST()).run("page.js", "tap.js");
  answers(page, lost, () => page.ok());
  again.requestSubmit();
  again.requestSubmit();
  await page.pass(100);
  again.requestSubmit();
  await page.pass(100);
  assert.equal(page.sent.length, 2);
  assert.equal(new Set(names(page)).size, 1);
  assert.deepEqual(page.visited, ["http://companion.test/next"]);
  again.requestSubmit();
  assert.equal(page.sent.length, 2, "it is on its way");
  page.window.dispatchEvent(new Event("pageshow", {persisted: true}));
  again.requestSubmit();
  await page.pass(100);
  assert.equal(new Set(names(page)).size, 2, "whoever comes back and presses wants one more");
});

test("such a form is given up after eight seconds and repeats its id", async () => {
  const again = el("form", {method: "post", action: "/t/key/again"}, el("input", {type: "hidden", name: "op", value: ""}));
  const page = new Page(el("body"), again, TOAST()).run("page.js", "tap.js");
  answers(page, never, () => page.ok());
  again.requestSubmit();
  await page.pass(7_900);
  assert.equal(page.at("#toast").textContent, "");
  await page.pass(200);
  assert.equal(page.at("#toast").textContent, "Not reached.");
  again.requestSubmit();
  await page.pass(100);
  assert.deepEqual([page.visited, new Set(names(page)).size], [["http://companion.test/next"], 1]);
});

// dispatches htmx's event about the answer to a form; returns whether htmx may swap it in
function answered(page, form, status, text) {
  const ctx = {sourceElement: form, select: "#outcome", text, response: {raw: {ok: status < 300}}};
  return form.dispatchEvent(new Event("htmx:after:request", {bubbles: true, detail: {ctx}}));
}

test("an error of an htmx form is reported and replaces nothing", () => {
  const one = el("form", {"hx-post": "/t/key/what-if/3"}), page = at(one);
  page.drawings.set("refused", () => el("html", {}, el("main.sheet", {}, el("h1", {}, "403"), el("p", {}, "Not taken."))));
  page.drawings.set("why", () => el("html", {}, el("main", {}, el("div#outcome", {}, el("p", {}, "No such card.")))));
  assert.equal(answered(page, one, 409, "why"), true);
  assert.equal(page.at("#toast").textContent, "");
  assert.equal(answered(page, one, 403, "refused"), false);
  assert.equal(page.at("#toast").textContent, "Not taken.");
  assert.equal(answered(page, one, 502, "Bad Gateway"), false);
  assert.equal(page.at("#toast").textContent, "Not reached.");
  assert.equal(answered(page, one, 200, "anything"), true);
});

test("an error of a background request changes and says nothing", () => {
  const door = el("section#door", {"hx-get": "/t/key"}), page = at(door);
  assert.equal(answered(page, door, 502, "Bad Gateway"), false);
  assert.equal(page.at("#toast").textContent, "");
});

test("the answer to an early tap is soon over when the own turn comes, and nothing else is", async () => {
  const one = chip(), page = at(one), toast = page.at("#toast");
  answers(page, () => page.says(409, "Not your turn.", {"Companion-Entry": "12"}));
  one.requestSubmit();
  await page.pass(100);
  assert.equal(toast.textContent, "Not your turn.");
  page.tell("companion:turn");
  await page.pass(1_000);
  assert.equal(toast.textContent, "");
  page.tell("companion:away");
  page.tell("companion:turn");
  await page.pass(1_000);
  assert.equal(toast.textContent, "Not reached.");
});
