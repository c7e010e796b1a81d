import assert from "node:assert/strict";
import { test } from "node:test";
import { el, table } from "./page.mjs";

// A page whose decision came up ten seconds ago on the server's clock, which differs from this device's by an hour.
async function page(data) {
  const one = table(el("p#timer", {hidden: ""}));
  one.clock.now = 1_000_000;
  one.answer = () => one.ok(JSON.stringify({now: 4610}));
  Object.assign(one.at("#entry data").dataset, data);
  one.run("page.js", "timer.js");
  await one.pass(0);
  return one;
}

test("the timer counts down to zero on the server's clock", async () => {
  const one = await page({timer: "30", since: "4600"}), told = [];
  for (const ms of [0, 1000, 18_000, 1000, 5000]) {
    await one.pass(ms);
    told.push(one.at("#timer").textContent);
  }
  assert.deepEqual(told, ["0:20", "0:19", "0:01", "0:00", "0:00"]);
  assert.ok(one.at("#timer").classList.contains("up"));
  assert.equal(one.sent.length, 1);
});

test("without a timer nothing is shown or asked for", async () => {
  const one = await page({});
  assert.ok(one.at("#timer").hidden);
  assert.equal(one.sent.length, 0);
});
