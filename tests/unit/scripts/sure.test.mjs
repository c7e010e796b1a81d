import assert from "node:assert/strict";
import { test } from "node:test";
import { el, form, table } from "./page.mjs";

const FINAL = {"data-sure": "Turn up", "data-sure-text": "Nothing can be taken back."};

function asking(attributes, onForm = {}) {
  const button = el("button", {name: "which", value: "lowest", ...attributes}, "Turn");
  const one = form({kind: "act", slot: "1.turn"}, button);
  for (const [name, value] of Object.entries(onForm)) one.attributes.set(name, value);
  const page = table(one).run("page.js", "tap.js", "sure.js");
  return Object.assign(page, {one, button, sure: page.at("#sure")});
}

for (const [where, page] of [["button", () => asking(FINAL)], ["form", () => asking({}, FINAL)]]) {
  test(`a ${where} that asks once more sends nothing before the yes, and then says that it is sure`, async () => {
    const there = page();
    there.tap(there.button);
    await there.pass(100);
    assert.deepEqual([there.sure.open, there.sent.length], [true, 0]);
    assert.equal(there.sure.querySelector("h2").textContent, "Turn up");
    assert.equal(there.sure.querySelector("[value=yes]").textContent, "Turn up");
    assert.equal(there.sure.querySelector("p").textContent, "Nothing can be taken back.");
    there.sure.close("yes");
    await there.pass(100);
    const {op, pad, ...fields} = there.sent[0].fields;
    assert.deepEqual([there.sent.length, fields], [1, {kind: "act", slot: "1.turn", which: "lowest", sure: "yes"}]);
  });
}

test("a no or a dismissed question sends nothing and is asked again", async () => {
  const page = asking(FINAL);
  for (const answer of ["no", undefined]) {
    page.tap(page.button);
    page.sure.close(answer);
    await page.pass(1_000);
    assert.equal(page.sent.length, 0);
  }
  page.tap(page.button);
  page.sure.close("yes");
  await page.pass(1_000);
  page.tap(page.button);
  await page.pass(1_000);
  assert.deepEqual([page.sure.open, page.sent.length], [true, 1]);
});

test("the yes confirms what was asked, whatever was drawn since", async () => {
  const page = asking(FINAL);
  page.tap(page.button);
  page.one.elements.slot.attributes.set("value", "2.turn");
  page.button.attributes.set("value", "highest");
  page.sure.close("yes");
  await page.pass(100);
  const {slot, which} = page.sent[0].fields;
  assert.deepEqual([slot, which], ["1.turn", "lowest"]);
});

test("a yes for a removed form sends nothing", async () => {
  const page = asking(FINAL);
  page.tap(page.button);
  page.at("#live").replaceChildren();
  page.sure.close("yes");
  await page.pass(100);
  assert.equal(page.sent.length, 0);
});

test("the question closes with its form only", async () => {
  const page = asking(FINAL);
  page.tap(page.button);
  page.tell("companion:drawn");
  assert.equal(page.sure.open, true);
  page.one.parentElement.replaceChildren();
  page.tell("companion:drawn");
  await page.pass(100);
  assert.deepEqual([page.sure.open, page.sent.length], [false, 0]);
  page.tell("companion:drawn"); // and nothing of it is left
});

test("other buttons are not asked about", async () => {
  const page = asking({});
  page.tap(page.button);
  await page.pass(100);
  assert.equal(page.sure.open, false);
  assert.equal(page.sent[0].fields.sure, undefined);
});
