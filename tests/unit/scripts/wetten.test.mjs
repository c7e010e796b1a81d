import assert from "node:assert/strict";
import { test } from "node:test";
import { el, form, table } from "./page.mjs";

const PURSE = {"data-money": 10, "data-least": 2, "data-sum": "{sum} staked, {left} left", "data-low": "at least 2,000", "data-much": "{short} too much"};
const pad = () => el("div.pad", {}, ...[..."1234567890"].map(digit => el("button", {type: "button", "data-digit": digit}, digit)), el("button", {type: "button", "data-digit": ""}, "⌫"));
const lay = () => el("button.primary", {"data-bets": "Lay it", "data-none": "Bet nothing"}, "");

function opened(...inside) {
  const one = form({}, ...inside, pad(), lay()), page = table(one).run("page.js", "forms.js", "wetten/game.js");
  for (const [name, value] of Object.entries(PURSE)) one.attributes.set(name, value);
  const key = digit => page.tap(page.at(`[data-digit='${digit}']`));
  const told = () => [page.at(".running").textContent, page.at(".running").classList.contains("wrong"), page.at(".primary").disabled];
  return Object.assign(page, {one, key, told, lay: page.at("button.primary"), cell: name => page.at(`[name=${name}]`)});
}
const slip = () => {
  const cells = ["a", "b", "c"].map(name => el("input", {name, maxlength: 3}));
  return opened(el("table.grid", {}, ...cells), el("p.running"));
};
const card = () => opened(el("div.numbers", {}, ...["1", "2", "3", "4"].map(name => el("input", {name: `move-${name}`, maxlength: 1}))));
const touch = (page, name) => { page.cell(name).focus(); page.tap(page.cell(name)); };

test("a slip shows what is staked and left, in the reader's language", () => {
  const page = slip();
  page.type(page.cell("a"), "3");
  page.type(page.cell("b"), "4");
  assert.deepEqual(page.told(), ["7,000 staked, 3,000 left", false, false]);
  page.html.attributes.set("lang", "de");
  page.type(page.cell("b"), "2");
  assert.equal(page.told()[0], "5.000 staked, 5.000 left");
});

test("the whole purse can be staked, and no more", () => {
  const page = slip();
  page.type(page.cell("a"), "10");
  assert.deepEqual(page.told(), ["10,000 staked, 0 left", false, false]);
  page.type(page.cell("b"), "2");
  assert.deepEqual(page.told(), ["2,000 too much", true, true]);
  page.type(page.cell("a"), "8");
  assert.deepEqual(page.told(), ["10,000 staked, 0 left", false, false]);
});

test("a bet is a whole number of at least the minimum stake", () => {
  const page = slip();
  for (const [value, wrong] of [["1", true], ["2", false], ["-3", true], ["2.5", true], ["x", true], ["", false], ["0", false]]) {
    page.type(page.cell("a"), value);
    assert.deepEqual(page.told().slice(1), [wrong, wrong], value);
  }
});

test("a touched cell starts at the minimum stake", () => {
  const page = slip();
  touch(page, "b");
  assert.equal(page.cell("b").value, "2");
  page.key("1");
  page.key("0");
  assert.equal(page.cell("b").value, "10");
  page.tap(page.cell("b"));
  assert.equal(page.cell("b").value, "10");
  page.key("5");
  assert.equal(page.cell("b").value, "5");
});

test("digits go into the marked cell", () => {
  const page = slip();
  touch(page, "a");
  touch(page, "c");
  for (const digit of "01234") page.key(digit);
  assert.deepEqual([page.cell("a").value, page.cell("c").value], ["2", "123"]);
  page.key("");
  assert.equal(page.cell("c").value, "12");
  assert.equal(page.told()[0], "4,000 too much");
});

test("a race card fills number by number", () => {
  const page = card(), numbers = () => ["1", "2", "3", "4"].map(name => page.cell(`move-${name}`).value).join();
  for (const digit of "305") page.key(digit);
  assert.deepEqual([numbers(), page.lay.disabled], ["3,0,5,", true]);
  page.key("");
  assert.deepEqual([numbers(), page.lay.disabled], ["3,0,,", true]);
  page.key("1");
  page.key("2");
  assert.deepEqual([numbers(), page.lay.disabled], ["3,0,1,2", false]);
  page.type(page.cell("move-2"), "x");
  assert.deepEqual([numbers(), page.lay.disabled], ["3,,1,2", true]);
});

test("an action card without effect cannot be played", () => {
  const play = el("button.wide", {disabled: ""}, "Play it"), fold = el("input#action-open.unfold", {type: "checkbox"});
  const other = el("div.stepper", {}, el("input", {name: "adjust-2", value: "0"}));
  const stepper = el("div.stepper", {}, el("button", {type: "button", "data-add": "-1"}), el("input", {name: "adjust-1", value: "0", "data-least": "-99"}), el("button", {type: "button", "data-add": "1"}), el("output"));
  const one = form({}, other, stepper, play), page = table(fold, one).run("page.js", "forms.js", "wetten/game.js");
  one.classList.add("action");
  fold.checked = true;
  const press = by => page.tap(page.at(`[data-add='${by}']`));
  press(-1);
  assert.equal(play.disabled, false);
  press(1);
  assert.equal(play.disabled, true);
  page.type(page.at("[name=adjust-1]"), "−2");
  assert.equal(play.disabled, false);
  page.tell("companion:saved");
  assert.deepEqual([page.at("[name=adjust-1]").value, fold.checked], ["0", false]);
});

const CARDS = "3221 1214 1221 1131 4321 4312 2";
function deck() {
  const number = el("label.of-card", {}, el("input", {name: "card", maxlength: 2}));
  const moves = ["1", "2", "3", "4"].map(name => el("label", {}, el("span.which", {}, `Horse ${name}:`), el("input", {name: `move-${name}`, maxlength: 1, readonly: ""})));
  const byHand = el("button", {type: "button", "data-by-hand": ""}, "Four numbers");
  return opened(el("div.numbers.of-deck", {"data-deck": CARDS, "data-none": "no such card"}, number, ...moves), el("p.running"), el("output"), byHand);
}
const moves = page => ["1", "2", "3", "4"].map(name => page.cell(`move-${name}`).value).join("");

test("a card number of a known deck fills in its four numbers", () => {
  const page = deck();
  page.cell("card").focus();
  page.key("2");
  assert.deepEqual([page.cell("card").value, moves(page), page.lay.disabled], ["2", "1214", false]);
  assert.equal(page.at("output").textContent, "Horse 1: 1, Horse 2: 2, Horse 3: 1, Horse 4: 4");
  page.key("0");
  assert.deepEqual([page.cell("card").value, moves(page), page.lay.disabled], ["20", "", true]);
  assert.deepEqual(page.told().slice(0, 2), ["no such card", true]);
  page.key("0");
  page.key("4");
  assert.deepEqual([page.cell("card").value, moves(page), page.lay.disabled], ["04", "1131", false]);
  page.key("");
  assert.deepEqual([page.cell("card").value, moves(page), page.lay.disabled], ["0", "", true]);
});

test("another card is typed number by number", () => {
  const page = deck();
  page.cell("card").focus();
  page.key("2");
  page.tap(page.at("[data-by-hand]"));
  assert.equal(page.at(".of-card input"), null);
  for (const digit of "9021") page.key(digit);
  assert.deepEqual([moves(page), page.lay.disabled], ["9021", false]);
});

test("digits tapped on the page open the hand and go there", async () => {
  const page = deck(), keys = ["1", "2"].map(digit => el("button", {type: "button", "data-digit": digit}, digit));
  page.at(".numbers").attributes.set("data-deck", `${CARDS} ${CARDS}`);
  page.at("#live").append(...keys);
  for (const key of keys) page.tap(key);
  page.cell("card").focus();
  await page.pass(0);
  assert.deepEqual([page.cell("card").value, moves(page)], ["12", "4321"]);
});

// a horse on the track, and its animations
function raced({atEnd = false, calm = false} = {}) {
  const horse = el("g#lane-1-horse.horse", {"data-at": "16"}), track = el("svg.track", {}, horse), runs = [];
  const page = table(track);
  track.getBoundingClientRect = () => ({width: 400});
  page.body.classList.toggle("at-end", atEnd);
  horse.animate = (ways, {delay, duration}) => { runs.push([...ways.map(one => one.transform), delay + duration]); return {finish: () => runs.push("there")}; };
  horse.getAnimations = () => runs.length ? [{finish: () => runs.push("there")}] : [];
  page.world.matchMedia = () => ({matches: calm});
  page.run("wetten/reveal.js");
  return Object.assign(page, {horse, runs, goes: to => { horse.setAttribute("data-at", to); page.tell("companion:drawn"); }});
}

test("a horse runs once from where it stood", () => {
  const page = raced();
  page.goes("41");
  page.goes("41");
  assert.deepEqual(page.runs, [["translate(-100px)", "translate(0px)", 2200]]);
  page.body.click();
  assert.equal(page.runs[1], "there");
});

test("no horse runs at the end of a reveal or with reduced motion", () => {
  for (const page of [raced({atEnd: true}), raced({calm: true})]) {
    page.goes("41");
    assert.deepEqual(page.runs, []);
  }
});
