import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, table } from "./page.mjs";

test("what comes over the page lies under the headline, also when that has more lines", () => {
  const turn = el("h1.turn", {}, "Waiting for Ben"), page = table(turn);
  let bottom = 52.4, said = "";
  turn.getBoundingClientRect = () => ({bottom});
  page.body.style = {setProperty: (name, value) => { said = `${name}: ${value}`; }};
  page.run("page.js", "below.js");
  assert.equal(said, "--below: 52px");
  bottom = 98;
  page.html.dispatchEvent(new Event("companion:drawn"));
  assert.equal(said, "--below: 98px");
});
