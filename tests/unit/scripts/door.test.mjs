import assert from "node:assert/strict";
import { test } from "node:test";
import { Event } from "./events.mjs";
import { el, Page } from "./page.mjs";

test("a taken colour gives way to the one that is offered", () => {
  const taken = el("input", {checked: true, disabled: true}), offered = el("input");
  const page = new Page(el("body"));
  const answers = {"#free input[checked]": offered, "#free input:checked:enabled": null};
  page.html.querySelector = what => answers[what];
  page.run("door.js");
  page.html.dispatchEvent(new Event("htmx:after:swap"));
  assert.equal(offered.checked, true);
  assert.equal(taken.disabled, true);
});
