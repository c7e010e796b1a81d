import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, table } from "./page.mjs";

test("overlays lie under the headline, however many lines it has", () => {
  const turn = el("h1.turn", {}, "Waiting for Ben"), page = table(el("section#notices"));
  const said = [];
  let bottom = 52.4;
  page.at("#turn").replaceChildren(turn);
  turn.getBoundingClientRect = () => ({bottom});
  for (const over of ["turn", "notices"]) page.at(`#${over}`).style = {setProperty: (name, value) => said.push(`${over} ${name}: ${value}`)};
  page.run("page.js", "below.js");
  assert.deepEqual(said.splice(0), ["turn --below: 52px", "notices --below: 52px"]);
  bottom = 98;
  page.html.dispatchEvent(new Event("companion:drawn"));
  assert.deepEqual(said, ["turn --below: 98px", "notices --below: 98px"]);
});
