import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, form, table } from "./page.mjs";

const casino = (number, value = {}) => el("circle.casino", {"data-casino": number, "data-fast": "", ...value});

// Three tables of the ring that name a field of the act; the second one lies out of reach.
function ring(field, ...inside) {
  const act = form({slot: "1", [field]: ""}, ...inside), page = table(
    act, casino(1, {"data-name": field, "data-value": 0}), casino(2), casino(3, {"data-name": field, "data-value": 2}),
  );
  act.classList.add("act");
  const sent = [];
  page.html.addEventListener("submit", () => sent.push(page.at(`[name=${field}]`).value));
  return Object.assign(page.run("page.js", "forms.js", "vabanque/game.js"), {act, sent, tapped: number => page.tap(page.at(`[data-casino='${number}']`))});
}

test("a tap on a table fills in its value and sends the act; one out of reach does nothing", () => {
  const page = ring("steps");
  page.tapped(3);
  page.tapped(2);
  page.tapped(1);
  assert.deepEqual(page.sent, ["2", "0"]);
});

test("Enter and space on a table are taps, and nothing else is", () => {
  const page = ring("table");
  for (const key of ["Enter", " ", "x"]) page.at("[data-casino='3']").dispatchEvent(new Event("keydown", {bubbles: true, key}));
  assert.deepEqual(page.sent, ["2", "2"]);
});

test("an act that this device is not shown is not its own", () => {
  const page = ring("table");
  page.act.attributes.set("hidden", "");
  page.tapped(1);
  assert.deepEqual(page.sent, []);
});

test("a card is chosen before its table, and anew for each table", () => {
  const back = el("input", {type: "radio", name: "place", value: "1"}), page = ring("table", el("div.backs", {}, back));
  page.tapped(1);
  assert.deepEqual(page.sent, []);
  back.click();
  page.tapped(1);
  assert.deepEqual(page.sent, ["0"]);
  page.tell("companion:saved", {detail: {entry: 2, form: form({})}});
  assert.equal(back.checked, true);
  page.tell("companion:saved", {detail: {entry: 3, form: page.act}});
  assert.equal(back.checked, false);
});

function keeping() {
  const page = ring("table"), left = el("input", {name: "slot", value: "1.chips", "data-of": 3});
  const stepper = number => el("div.stepper", {}, el("button", {type: "button", "data-add": "-1"}), el("input", {name: `table-${number}`, value: "0"}), el("button", {type: "button", "data-add": "1"}));
  const fold = el("input.unfold", {type: "checkbox"});
  const place = el("button.primary", {disabled: ""}, "Place all chips");
  page.at("#live").append(el("form#keeper", {"data-tap": "", action: "/t/key/tap"}, left, fold,
    el("div.folded", {}, el("strong.count", {"data-text": "{done} of {all} placed"}), stepper(1), stepper(2), place)));
  return Object.assign(page, {fold, left, place, count: () => page.at(".count").textContent});
}

test("while the keeper counts, a tap on any table is a chip more there and no act", () => {
  const page = keeping();
  page.fold.click();
  assert.deepEqual([page.count(), page.place.disabled], ["0 of 3 placed", true]);
  for (const number of [1, 2, 2]) page.tapped(number);
  assert.deepEqual([page.at("[name=table-1]").value, page.at("[name=table-2]").value, page.sent], ["1", "2", []]);
  assert.deepEqual([page.count(), page.place.disabled], ["3 of 3 placed", false]);
});

test("the chips are placed when they are all there, not one less and not one more", () => {
  const page = keeping();
  page.fold.click();
  for (const [value, disabled] of [["2", true], ["3", false], ["4", true]]) {
    page.type(page.at("[name=table-1]"), value);
    assert.equal(page.place.disabled, disabled);
  }
});

test("a chip that somebody else placed meanwhile changes what is still to be placed", () => {
  const page = keeping();
  page.fold.click();
  page.tapped(1);
  page.tapped(1);
  page.left.attributes.set("data-of", 2);
  page.tell("companion:drawn");
  assert.deepEqual([page.count(), page.place.disabled], ["2 of 2 placed", false]);
});

test("a keeper who counts no more sends acts again", () => {
  const page = keeping();
  page.fold.click();
  page.fold.click();
  page.tapped(1);
  assert.deepEqual(page.sent, ["0"]);
});
