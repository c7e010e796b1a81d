import assert from "node:assert/strict";
import { test } from "node:test";
import { Event, el, table } from "./page.mjs";

const passing = number => el(`p#notice-${number}.notice.passing`, {"data-number": number}, el("span", {}, "Ben has gone."), el("button", {"data-dismiss": ""}));
const claim = number => el(`p#claim-${number}.notice.asks`, {}, el("span"), el("button", {"data-dismiss": ""}));

// Requests stand above news, as in the template; the latest comes first.
function telling(kept, ...notices) {
  const page = table(el("section#notices", {}, ...notices));
  page.draws({value: 9});
  for (const [key, value] of Object.entries(kept)) page.session.setItem(key, value);
  return Object.assign(page.run("page.js", "notices.js"), {
    shown: () => page.at("#notices").querySelectorAll(".notice").filter(one => !one.hidden).map(one => one.id),
    kept: () => Object.fromEntries(page.session), show: () => page.world.companion.notices.show(),
  });
}
const TOLD = "told /t/key";
const gone = notice => notice.dispatchEvent(Object.assign(new Event("animationend", {bubbles: true}), {animationName: "leave"}));

test("one notice shows at a time, news before requests", () => {
  const page = telling({[TOLD]: 3}, claim(4), passing(7), passing(5));
  assert.deepEqual(page.shown(), ["notice-7"]);
  gone(page.at("#notice-7"));
  assert.deepEqual(page.shown(), ["notice-5"]);
  page.tap(page.at("#notice-5 [data-dismiss]"));
  assert.deepEqual(page.shown(), ["claim-4"]);
  page.show();
  assert.deepEqual(page.shown(), ["claim-4"]);
});

test("a dismissed request keeps the menu lit until it is answered", () => {
  const page = telling({}, claim(4)), lit = () => page.body.classList.contains("to-answer");
  assert.deepEqual([page.shown(), lit()], [["claim-4"], true]);
  page.tap(page.at("#claim-4 [data-dismiss]"));
  assert.deepEqual([page.shown(), lit()], [[], true]);
  page.at("#notices").replaceChildren();
  page.show();
  assert.equal(lit(), false);
});

test("old news is not shown again", () => {
  assert.deepEqual(telling({}, passing(7)).shown(), []);
  const page = telling({[TOLD]: 3}, passing(7));
  assert.deepEqual(page.shown(), ["notice-7"]);
  assert.deepEqual(telling(page.kept(), passing(7)).shown(), []);
  assert.deepEqual(telling(page.kept(), passing(8)).shown(), ["notice-8"]);
});

test("a cut-off notice opens by a tap and goes by the next", () => {
  const page = telling({[TOLD]: 3}, passing(7)), notice = page.at("#notice-7"), text = page.at("#notice-7 span");
  Object.assign(text, {scrollHeight: 80, clientHeight: 40});
  page.tap(text);
  assert.deepEqual([page.shown(), notice.classList.contains("whole")], [["notice-7"], true]);
  text.clientHeight = 80;
  page.tap(text);
  assert.deepEqual(page.shown(), []);
});
