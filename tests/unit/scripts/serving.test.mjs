import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, table } from "./page.mjs";

const OWN = "orange player seated";

function serving() {
  const serve = el("button", {type: "button", "data-serve": "green"}), leave = el("button", {type: "button", "data-served": ""});
  const page = table(serve, leave);
  page.body.dataset.me = OWN;
  return Object.assign(page.run("page.js", "serving.js"), {serve, leave});
}

test("whoever serves somebody is shown what is that one's, until they leave it", () => {
  const page = serving();
  page.tap(page.serve);
  assert.equal(page.body.dataset.me, "green player serving");
  page.tap(page.leave);
  assert.equal(page.body.dataset.me, OWN);
});

for (const past of ["companion:saved", "companion:stale"]) {
  test(`the device is its own again with ${past}`, () => {
    const page = serving();
    page.tap(page.serve);
    page.html.dispatchEvent(new Event(past));
    assert.equal(page.body.dataset.me, OWN);
  });
}

test("what the device has become meanwhile is not undone", () => {
  const page = serving();
  page.tap(page.serve);
  page.body.dataset.me = "orange player seated host";
  page.html.dispatchEvent(new Event("companion:saved"));
  assert.equal(page.body.dataset.me, "orange player seated host");
});
