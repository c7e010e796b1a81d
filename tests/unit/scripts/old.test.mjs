import assert from "node:assert/strict";
import { test } from "node:test";
import { Page, el } from "./page.mjs";

class Dialog { showModal() {} }
const NEW = {HTMLDialogElement: Dialog, CSS: {supports: () => true}};
const LACKING = [{HTMLDialogElement: undefined}, {HTMLDialogElement: class {}}, {CSS: undefined}, {CSS: {}}, {CSS: {supports: () => false}}];

function told(browser) {
  const page = new Page(el("body"));
  Object.assign(page.world, browser);
  page.world.window = page.world;
  return page.run("old.js").html.className;
}

test("only a browser that lacks features is told that it is too old", () => {
  assert.equal(told(NEW), undefined);
  for (const lack of LACKING) assert.equal(told({...NEW, ...lack}), "old");
});
