import assert from "node:assert/strict";
import { test } from "node:test";
import { el, Page } from "./page.mjs";

// A browser that keeps one cookie.
function browser(width, height, body, kept = "") {
  const page = new Page(el(body));
  page.world.screen = {width, height};
  page.cookie = kept;
  Object.defineProperty(page.html, "cookie", {
    get: () => page.cookie,
    set: told => { page.cookie = /max-age=0$/.test(told) ? "" : told.split(";")[0]; },
  });
  return page.run("kind.js");
}

test("a phone is recognised in both orientations", () => {
  for (const size of [[390, 844], [844, 390]]) assert.equal(browser(...size, "body.page").cookie, "companion-kind=phone");
});

test("tablets and laptops are no phones", () => {
  for (const size of [[768, 1024], [1024, 600]]) assert.equal(browser(...size, "body.page").cookie, "");
});

test("a page made for another kind of device reloads once", () => {
  const page = browser(390, 844, "body.at-table.screen");
  assert.deepEqual(page.visited, ["again"]);
  assert.deepEqual(browser(390, 844, "body.at-table.phone", page.cookie).visited, []);
  assert.deepEqual(browser(390, 844, "body.page").visited, []);
});

test("without cookies the page does not reload for ever", () => {
  const page = new Page(el("body.at-table.screen"));
  page.world.screen = {width: 390, height: 844};
  Object.defineProperty(page.html, "cookie", {get: () => "", set: () => {}});
  assert.deepEqual(page.run("kind.js").visited, []);
});
