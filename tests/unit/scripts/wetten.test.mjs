import assert from "node:assert/strict";
import { test } from "node:test";
import { el, form, table } from "./page.mjs";

const PURSE = {"data-money": 10, "data-least": 2, "data-left": "{left}", "data-sum": "{sum} staked, {left} left", "data-low": "at least 2,000", "data-much": "{short} too much"};
const pad = () => el("div.pad", {}, ...[..."1234567890"].map(digit => el("button", {type: "button", "data-digit": digit}, digit)), el("button", {type: "button", "data-digit": ""}, "⌫"));
const lay = () => el("button.primary", {"data-bets": "Lay {sum}", "data-none": "Bet nothing"}, "");

function opened(...inside) {
  const one = form({}, ...inside, pad(), lay()), page = table(one).run("page.js", "forms.js", "wetten/game.js");
  for (const [name, value] of Object.entries(PURSE)) one.attributes.set(name, value);
  const key = digit => page.tap(page.at(`[data-digit='${digit}']`));
  const told = () => [page.at(".running").textContent, page.at(".running").classList.contains("wrong"), page.at(".primary").disabled];
  return Object.assign(page, {one, key, told, lay: page.at("button.primary"), cell: name => page.at(`[name=${name}]`)});
}
const slip = () => {
  const cells = ["a", "b", "c"].map(name => el("input", {name, maxlength: 3}));
  const chips = [1, 2, 5, 0].map(worth => el("button", {type: "button", "data-chip": worth}, worth));
  return opened(el("table.grid", {}, ...cells), el("p.running"), ...chips);
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

test("a touched cell starts at the minimum stake, and chips are added to it", () => {
  const page = slip(), chip = worth => page.tap(page.at(`[data-chip='${worth}']`));
  touch(page, "a");
  touch(page, "b");
  assert.deepEqual([page.cell("a").value, page.cell("b").value], ["2", "2"]);
  chip(5);
  assert.deepEqual([page.cell("b").value, page.told()[0]], ["7", "9,000 staked, 1,000 left"]);
  assert.deepEqual(["1", "2", "5"].map(worth => page.at(`[data-chip='${worth}']`).disabled), [false, true, true]);
  assert.equal(page.lay.textContent, "Lay 9,000");
  chip(0);
  assert.deepEqual([page.cell("b").value, page.told()[0]], ["", "2,000 staked, 8,000 left"]);
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
  play.disabled = true; // as the page comes after another's move
  page.tell("companion:drawn");
  assert.equal(play.disabled, false);
  page.tell("companion:saved");
  assert.deepEqual([page.at("[name=adjust-1]").value, fold.checked], ["0", false]);
});

const CARDS = "3221 1214 1221 1131 4321 4312 2";
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

// Anna's phone when she plays a race card, with the opened picker
function atTheCards() {
  const tray = el("div.tray", {"data-turn": "1.2", "data-says": "Play {number}", "data-tap-at": "/tap"}, el("div#tiles"));
  const people = el("ul#people", {}, el("li", {"data-of": "red", "data-hand": "1", "data-acts": "4"}), el("li", {"data-of": "sky", "data-hand": "2", "data-acts": "3"}));
  const page = table(tray, people);
  page.body.attributes.set("data-me", "player sky");
  const picker = () => page.at("#look").replaceChildren(el("div.numbered", {"data-deck": CARDS}), el("button", {type: "button", "data-close": ""}));
  page.run("page.js", "wetten/game.js");
  const numbers = () => page.html.querySelectorAll("[data-tile]").map(one => one.dataset.tile).join();
  return Object.assign(page, {tray, numbers, opens: () => { picker(); page.changed(); }, key: number => page.tap(page.at(`[data-card='${number}']`))});
}

test("cards are entered once, and a tap plays one", () => {
  const page = atTheCards();
  page.opens();
  for (const number of [2, 4, 4, 5]) page.key(number);
  page.key(6);
  assert.equal(page.numbers(), "2,5", "4 was put back, and the hand is full");
  const sent = [];
  page.html.addEventListener("submit", event => sent.push(Object.fromEntries(event.target.children.map(one => [one.name, one.value]))));
  page.tap(page.at("[data-tile='5']"));
  assert.deepEqual(sent[0], {kind: "act", do: "race-card", sure: "yes", slot: "1.2.race-card.1.3", card: "4321"});
  page.tray.attributes.set("data-turn", "1.3");
  page.tell("companion:drawn");
  assert.equal(page.numbers(), "2");
  page.tray.attributes.set("data-turn", "2.1");
  page.tell("companion:drawn");
  assert.equal(page.numbers(), "", "cards are dealt anew in each race");
});

test("tiles are covered when nobody touches the page", async () => {
  const page = atTheCards();
  page.opens();
  page.key(2);
  await page.pass(20_000);
  page.tray.attributes.set("data-turn", "1.3");
  page.tell("companion:drawn");
  assert.ok(page.body.classList.contains("covered"), "a new turn opens them on no phone by itself");
  const tile = page.at("[data-tile='2']");
  let sent = 0;
  page.html.addEventListener("submit", () => { sent += 1; });
  page.tap(tile);
  assert.equal(sent, 0);
  page.tap(tile);
  assert.equal(sent, 1);
});
