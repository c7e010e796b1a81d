import assert from "node:assert/strict";
import { test } from "node:test";
import { el, form, table } from "./page.mjs";

function door(hash) {
  const typed = el("input", {id: "seat-code", name: "code", value: ""});
  const page = table(el("details", {}, form({kind: "phone", code: ""}, typed)));
  page.world.location.hash = hash;
  const said = [];
  page.world.history = {replaceState: (_state, _title, path) => said.push(path)};
  return Object.assign(page.run("page.js", "tap.js", "handing.js"), {typed, said});
}

test("a scanned code goes into the form and out of the address", async () => {
  const page = door("#ABCDEFGH");
  await page.pass(100);
  assert.deepEqual(page.said, ["/t/key"]);
  assert.equal(page.typed.value, "ABCDEFGH");
  assert.equal(page.sent.length, 1);
});

for (const hash of ["", "#", "#abcdefgh", "#ABCDEFG", "#ABCDEFGHI", "#ABCDEFG1"]) {
  test(`${hash || "nothing"} behind the address is no code`, async () => {
    const page = door(hash);
    await page.pass(100);
    assert.deepEqual([page.typed.value, page.sent.length, page.said], ["", 0, []]);
  });
}
