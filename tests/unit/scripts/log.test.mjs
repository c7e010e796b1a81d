import assert from "node:assert/strict";
import { test } from "node:test";
import { el, table } from "./page.mjs";

const move = (entry, ...told) => el("li", {"data-entry": entry}, ...told.map(text => el("span", {}, text)));

function ready(...moves) {
  const page = table(el("h1.turn", {}, "Ben plays"), el("div.payout"), el("ul#log", {hidden: ""}, ...moves), el("div#said"));
  page.html.title = "Vabanque";
  page.body.classList.add("revealed");
  page.said = () => page.at("#said").children.map(line => line.textContent);
  page.brings = (value, ...news) => {
    page.at("#entry data").setAttribute("value", value);
    page.at("#log").replaceChildren(...news);
    page.tell("companion:drawn");
  };
  return page.run("page.js", "log.js");
}

test("each new move is announced once", () => {
  const page = ready(move(7, "Anna plays a card"));
  assert.deepEqual(page.said(), []);
  page.brings(9, move(7, "Anna plays a card"), move(8, "Ben plays a card"), move(9, "Carla", "Nobody chose this"));
  page.tell("companion:me");
  assert.deepEqual(page.said(), ["Ben plays a card", "Carla · Nobody chose this"]);
  assert.equal(page.html.title, "Ben plays – Vabanque");
});

test("a result is announced after its reveal only", () => {
  const page = ready();
  page.body.classList.remove("revealed");
  page.at("#entry data").setAttribute("data-page", "9-1");
  page.at(".turn").append(el("span.verdict", {}, ", Anna wins"));
  page.at(".payout").append(el("div.own", {}, el("strong", {}, "You get"), el("span", {}, "+5")));
  page.brings(9, move(9, "Anna bids 3"));
  assert.deepEqual(page.said(), []);
  page.body.classList.add("revealed");
  page.tell("companion:revealed");
  page.tell("companion:drawn");
  assert.deepEqual(page.said(), ["Anna bids 3", "Ben plays, Anna wins", "You get +5"]);
});

test("the log keeps the latest lines only", () => {
  const page = ready();
  for (let entry = 1; entry < 30; entry++) page.brings(entry, move(entry, `move ${entry}`));
  assert.deepEqual([page.said().length, page.said().at(-1)], [12, "move 29"]);
});
