import assert from "node:assert/strict";
import { test } from "node:test";
import { el, table } from "./page.mjs";

function withMenu() {
  const menu = el("dialog#menu", {}, el("div", {}, el("a", {href: "/rules"}, "Rules")));
  menu.showModal = () => { menu.open = true; };
  menu.close = () => { menu.open = false; };
  const page = table(el("button#menu-button"), menu, el("button.what-for"), el("p.lesson"), el("p.asks", {}, el("span"), el("button", {"data-dismiss": ""})));
  return Object.assign(page.run("menu.js"), {menu, hint: () => page.body.classList.contains("hint-open")});
}

test("the menu opens by its button and closes by a tap beside it", () => {
  const page = withMenu();
  page.tap(page.at("#menu-button"));
  assert.equal(page.menu.open, true);
  page.tap(page.at("#menu a"));
  assert.equal(page.menu.open, true);
  page.tap(page.menu);
  assert.equal(page.menu.open, false);
});

test("a notice that needs an answer opens the menu", () => {
  const page = withMenu();
  page.tap(page.at(".asks [data-dismiss]"));
  assert.equal(page.menu.open, false);
  page.tap(page.at(".asks span"));
  assert.equal(page.menu.open, true);
});

test("an answer in the menu closes it", () => {
  const page = withMenu();
  page.tap(page.at("#menu-button"));
  page.menu.append(el("form"));
  page.at("#menu form").requestSubmit();
  assert.equal(page.menu.open, false);
});

test("the hint opens by its button and closes by any tap or Escape", () => {
  const page = withMenu(), sign = () => page.tap(page.at(".what-for"));
  for (const closes of [sign, () => page.tap(page.at("#look")), () => page.tell("keydown", {key: "Escape"})]) {
    sign();
    assert.equal(page.hint(), true);
    closes();
    assert.equal(page.hint(), false);
  }
});
