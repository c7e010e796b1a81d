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

test("serving somebody shows their view until it is left", () => {
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
