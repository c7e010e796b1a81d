import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, table } from "./page.mjs";

function ready(...inside) {
  const page = table(el("h1.turn", {}, "Your turn"), ...inside).run("page.js", "focus.js");
  page.html.addEventListener("focusin", event => { page.focused = event.target; });
  return page;
}
const drawn = page => page.tell("htmx:sse:after:message");

test("the focus goes to the headline when its control goes", () => {
  const goes = [one => one.remove(), one => one.setAttribute("hidden", ""), one => one.setAttribute("tabindex", "-1"), one => { one.disabled = true; }];
  for (const go of goes) {
    const page = ready(el("button#go", {}, "Go"));
    page.at("#go").focus();
    go(page.at("#go"));
    drawn(page);
    assert.deepEqual([page.focused, page.focused.getAttribute("tabindex")], [page.at(".turn"), "-1"]);
  }
});

test("what means the same keeps the focus", () => {
  const page = ready(el("button#first", {name: "token", value: "red"}, "Red"), el("button#other", {name: "token", value: "blue"}, "Blue"));
  page.at("#first").focus();
  page.at("#first").remove();
  page.at("#live").append(el("button#again", {name: "token", value: "red"}, "Red"));
  drawn(page);
  assert.equal(page.focused, page.at("#again"));
});

test("an update leaves the focus of the headline alone", () => {
  const page = ready(el("button#go", {}, "Go"));
  page.at(".turn").focus();
  page.focused = null;
  drawn(page);
  assert.equal(page.focused, null);
  const kept = (selector, attrName) => page.extension.htmx_before_morph_attr(page.at(selector), {attrName});
  assert.deepEqual([kept(".turn", "tabindex"), kept(".turn", "class"), kept("#go", "tabindex")], [false, true, true]);
});

test("nobody who has no focus is given one", () => {
  const page = ready(el("button#go", {}, "Go"));
  page.at("#go").remove();
  drawn(page);
  assert.equal(page.focused, undefined);
  page.html.dispatchEvent(new Event("companion:me"));
  assert.equal(page.focused, undefined);
});
