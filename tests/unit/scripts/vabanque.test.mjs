import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, form, table } from "./page.mjs";

const casino = (number, value = {}) => el("g.casino", {"data-casino": number, "data-fast": "", ...value});

// Three casinos that fill a field of the move; the second one is out of reach.
function ring(field, ...inside) {
  const act = form({slot: "1", [field]: ""}, ...inside), page = table(
    act, casino(1, {"data-name": field, "data-value": 0}), casino(2), casino(3, {"data-name": field, "data-value": 2}),
  );
  act.classList.add("act");
  const sent = [];
  page.html.addEventListener("submit", () => sent.push(page.at(`[name=${field}]`).value));
  return Object.assign(page.run("page.js", "forms.js", "vabanque/game.js"), {act, sent, tapped: number => page.tap(page.at(`[data-casino='${number}']`))});
}

test("a tap on a casino sends its value, one out of reach does nothing", () => {
  const page = ring("steps");
  page.tapped(3);
  page.tapped(2);
  page.tapped(1);
  assert.deepEqual(page.sent, ["2", "0"]);
});

test("a tap without effect says why", () => {
  const hint = el("p.hint", {}, "Tap one of the lit tables."), page = ring("steps", hint), told = [];
  page.at("#turn").append(el("h1.turn", {}, " Waiting for Ben: the pawn "));
  page.html.addEventListener("companion:told", event => told.push(event.detail));
  page.tapped(2);
  page.act.attributes.set("hidden", "");
  page.tapped(2);
  page.at("#live").append(el("label.back", {}, el("input", {disabled: ""})));
  page.tap(page.at(".back"));
  page.at("#entry data").attributes.set("data-scene", "payout");
  page.tapped(2);
  assert.deepEqual(told, ["Tap one of the lit tables.", "Waiting for Ben: the pawn", "Waiting for Ben: the pawn"]);
});

const back = place => el("input", {type: "radio", name: "place", value: place});
const held = (...backs) => ring("table", el("div.backs.choosing", {}, ...backs));

test("a card is chosen before each casino", () => {
  const first = back("1"), page = held(first, back("2"));
  page.tapped(1);
  assert.deepEqual(page.sent, []);
  first.click();
  page.tapped(1);
  assert.deepEqual(page.sent, ["0"]);
  page.tell("companion:saved", {detail: {entry: 2, form: form({})}});
  assert.equal(first.checked, true);
  page.tell("companion:saved", {detail: {entry: 3, form: page.act}});
  assert.equal(first.checked, false);
});

test("a tapped card face chooses the card", () => {
  const backs = [back("1"), back("2")], page = held(...backs), face = el("div.face", {"data-place": "2"});
  page.at("#look").append(face);
  page.tap(face);
  assert.deepEqual(backs.map(one => one.checked), [false, true]);
});

test("a finger that slides to a card face chooses it", () => {
  const backs = [back("1"), back("2")], page = held(...backs), face = el("div.face", {"data-place": "1"});
  page.at("#look").append(face);
  page.html.elementFromPoint = () => page.at("#live");
  page.press("pointerup", page.at("#live"));
  assert.deepEqual(backs.map(one => one.checked), [false, false]);
  page.html.elementFromPoint = () => face;
  page.press("pointerdown", page.at("#live"), {clientX: 50, clientY: 700});
  page.press("pointerup", page.at("#live"), {clientX: 55, clientY: 690});
  assert.deepEqual(backs.map(one => one.checked), [false, false]);
  page.press("pointerup", page.at("#live"), {clientX: 55, clientY: 600});
  assert.deepEqual(backs.map(one => one.checked), [true, false]);
});

test("a start player must be named", () => {
  const anna = el("input", {type: "radio", name: "seat", value: "0"}), page = ring("table", el("fieldset.starters", {}, anna));
  page.tapped(1);
  assert.deepEqual(page.sent, []);
  anna.checked = true;
  page.tap(anna);
  page.tapped(1);
  assert.deepEqual(page.sent, ["0"]);
  anna.dispatchEvent(new Event("click", {bubbles: true}));
  assert.equal(anna.checked, false);
});

test("the last pawn's question names the casino", () => {
  const page = ring("steps");
  page.act.dataset.asks = "At table {table}?";
  page.tapped(3);
  assert.equal(page.act.dataset.sureText, "At table 3?");
});

function keeping() {
  const page = ring("table"), left = el("input", {name: "slot", value: "1.chips", "data-of": 3});
  const fold = el("input#all-chips.unfold", {type: "checkbox"});
  const place = el("button.primary", {disabled: ""}, "Place all chips"), less = el("button.less", {type: "button"});
  const fields = [1, 2, 3].map(number => el("input", {type: "hidden", name: `table-${number}`, value: "0"}));
  page.at("#live").append(el("form#keeper", {"data-tap": "", action: "/t/key/tap"}, left, fold,
    el("div.folded", {}, el("strong.count", {"data-text": "{done} of {all} placed"}), el("span.counted", {"data-named": "Table {table}"}), ...fields, less, place)));
  return Object.assign(page, {
    fold, left, place, less, count: () => page.at(".count").textContent, said: () => page.at(".counted").textContent, fields: () => fields.map(one => one.value),
    unsaved: () => page.html.querySelectorAll(".unsaved").map(one => one.textContent),
  });
}

test("counted chips are shown unsaved and sent by nobody", () => {
  const page = keeping();
  page.fold.click();
  assert.deepEqual([page.count(), page.place.disabled], ["0 of 3 placed", true]);
  for (const number of [1, 2, 2]) page.tapped(number);
  assert.deepEqual([page.fields(), page.unsaved(), page.sent], [["1", "2", "0"], ["+1", "+2"], []]);
  assert.deepEqual([page.count(), page.place.disabled, page.said()], ["3 of 3 placed", false, "Table 2 +2, 3 of 3 placed"]);
});

test("a long press or the minus button takes a chip off", async () => {
  const page = keeping(), first = page.at("[data-casino='1']");
  page.fold.click();
  for (const number of [1, 1, 1, 2]) page.tapped(number);
  assert.deepEqual([page.count(), page.place.disabled], ["4 of 3 placed", true]);
  page.press("pointerdown", first);
  await page.pass(500);
  page.press("pointerup", first);
  page.tapped(1);
  assert.deepEqual(page.fields(), ["2", "1", "0"]);
  page.less.click();
  page.tapped(2);
  page.tapped(2);
  assert.deepEqual([page.fields(), page.unsaved()], [["2", "0", "0"], ["+2"]]);
});

test("chips of others change what is left to count", () => {
  const page = keeping();
  page.fold.click();
  page.tapped(1);
  page.tapped(1);
  page.left.attributes.set("data-of", 2);
  page.at("[name=table-1]").value = "0";
  page.tell("companion:drawn");
  assert.deepEqual([page.count(), page.place.disabled, page.fields()], ["2 of 2 placed", false, ["2", "0", "0"]]);
});

test("leaving the count starts it again", () => {
  const page = keeping();
  page.fold.click();
  page.tapped(3);
  page.fold.click();
  assert.deepEqual(page.unsaved(), []);
  page.tapped(1);
  assert.deepEqual(page.sent, ["0"]);
  page.fold.click();
  assert.equal(page.count(), "0 of 3 placed");
});
