import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, TOAST, Page, el, form, table } from "./page.mjs";

const chip = (slot = "1") => form({kind: "act", slot}, el("input", {name: "table", value: "3"}));
const at = one => table(one).run("page.js", "tap.js");
const names = page => page.sent.map(request => request.fields.op);
const never = () => new Promise(() => {});

// The answers in turn, the last of them for ever.
function answers(page, ...all) {
  page.answer = () => (all.length > 1 ? all.shift() : all[0])();
}
const lost = () => Promise.reject(new Error("no network"));

test("a tap is sent again with its own name until the table has answered, and then no more", async () => {
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

test("a tap is as long as any other, whatever is chosen", async () => {
  const slips = [[], ["5"], ["5", "120", "17"]].map(stakes => form({kind: "act"}, ...[0, 1, 2].map(bet => el("input", {name: `stake-${bet}`, value: stakes[bet] ?? ""}))));
  const page = table(...slips).run("page.js", "tap.js");
  for (const slip of slips) {
    slip.requestSubmit();
    await page.pass(100);
  }
  assert.equal(page.sent.length, slips.length);
  assert.deepEqual([...new Set(page.sent.map(request => new URLSearchParams(request.fields).toString().length))], [512]);
});

test("a request that is swallowed is given up after eight seconds, and sent again with the same name", async () => {
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

test("an answer of somebody between, who asks who one is, settles nothing", async () => {
  const one = chip(), page = at(one);
  answers(page, () => page.ok("Welcome to our Wi-Fi", {}), () => page.says(403, "Who are you?", {}), () => page.ok("", {"Companion-Entry": "12"}));
  one.requestSubmit();
  await page.pass(2_000);
  assert.equal(page.sent.length, 3);
  assert.equal(new Set(names(page)).size, 1);
  assert.equal(page.body.classList.contains("sending"), false);
});

test("an answer that is cut off after its head is asked for again, and holds up no other tap", async () => {
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

test("that it is not saved yet is said from the second failure on, until it is", async () => {
  const one = chip(), page = at(one);
  answers(page, lost, lost, () => page.ok());
  one.requestSubmit();
  await page.pass(100);
  assert.equal(page.at("#toast").textContent, "");
  await page.pass(300);
  assert.equal(page.at("#toast").textContent, "Not saved yet.");
  await page.pass(1_000);
  assert.equal(page.at("#toast").textContent, "");
});

test("a form is not sent again while it is being sent, and can be afterwards, with another name", async () => {
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

test("taps go one after the other, in their order", async () => {
  const [first, second] = [chip("1"), chip("2")], page = table(first, second).run("page.js", "tap.js");
  answers(page, lost, () => page.ok());
  first.requestSubmit();
  second.requestSubmit();
  await page.pass(200);
  assert.equal(page.sent.length, 1);
  await page.pass(1_000);
  assert.deepEqual(page.sent.map(request => request.fields.slot), ["1", "1", "2"]);
});

test("what is refused is said and never sent again; what came too late is drawn afresh", async () => {
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

test("nothing of a tap is kept but that one waits, and a page that was closed meanwhile says so", async () => {
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

test("a browser that blocks cookies is told so, at once and for each tap, and nothing is sent", async () => {
  const one = chip(), page = table(one, el("p#no-cookies", {hidden: ""}, "No cookies."));
  page.world.navigator.cookieEnabled = false;
  page.run("page.js", "tap.js");
  assert.equal(page.at("#no-cookies").hidden, false);
  one.requestSubmit();
  await page.pass(100);
  assert.deepEqual([page.sent.length, page.at("#toast").textContent], [0, "No cookies."]);
  assert.equal(one.classList.contains("sending"), false);
});

test("a form that leads to another page goes there once, however often it is pressed", async () => {
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

test("a form whose answer never comes is given up after eight seconds, and means the same when it is pressed again", async () => {
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

test("a name typed once on a phone is there the next time", () => {
  const page = new Page(el("body"), el("input", {name: "name", "data-remember": "name"}), TOAST());
  page.local.set("name", "Anna");
  page.run("page.js");
  assert.equal(page.at("input").value, "Anna");
  page.at("input").value = "Ben";
  page.press("change", page.at("input"));
  assert.equal(page.local.get("name"), "Ben");
});

test("of what is there for everybody a device finds what it is shown", () => {
  const page = table(el("p.turn", {hidden: ""}, "Ben"), el("p.turn", {}, "Anna")).run("page.js");
  assert.equal(page.world.companion.shown(".turn").textContent, "Anna");
});

test("what another script has to say stands there for five seconds", async () => {
  const page = table().run("page.js", "tap.js");
  page.tell("companion:told", {detail: "Waiting for Ben: a card"});
  assert.equal(page.at("#toast").textContent, "Waiting for Ben: a card");
  await page.pass(5_000);
  assert.equal(page.at("#toast").textContent, "");
});

// a form that htmx sends, and what htmx tells of its answer; whether htmx may go on and swap it in
function answered(page, form, status, text) {
  const ctx = {sourceElement: form, select: "#outcome", text, response: {raw: {ok: status < 300}}};
  return form.dispatchEvent(new Event("htmx:after:request", {bubbles: true, detail: {ctx}}));
}

test("an error that comes without what a form of htmx asked for is said, and takes nothing's place", () => {
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

test("a form of htmx that gets no answer at all says so", () => {
  const one = el("form", {"hx-post": "/t/key/what-if/3"}), page = at(one);
  one.dispatchEvent(new Event("htmx:error", {bubbles: true, detail: {ctx: {sourceElement: one}}}));
  assert.equal(page.at("#toast").textContent, "Not reached.");
});

test("what asks by itself stays as it was when an error comes, and says nothing", () => {
  const door = el("section#door", {"hx-get": "/t/key"}), page = at(door);
  assert.equal(answered(page, door, 502, "Bad Gateway"), false);
  assert.equal(page.at("#toast").textContent, "");
});
