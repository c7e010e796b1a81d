"""Elements of a page, as Playwright's `Locator` finds them: looked up each time they are used."""

import re
from typing import Any

from tests.e2e.engines.driver import PATIENCE, Driver, Failed

FOUND = """async wanted => {
  const {selector, said, within, visible, last, wait} = wanted;
  const words = one => one.textContent.trim().replace(/\\s+/g, " ");
  const find = () => [...document.querySelectorAll(selector)].filter(one =>
    (!said || new RegExp(...said).test(words(one))) && (!within || one.querySelector(within))
    && (!visible || one.getClientRects().length && one.checkVisibility({visibilityProperty: true})));
  let found = find();
  for (const until = performance.now() + wait; !found.length && performance.now() < until; found = find())
    await new Promise(done => setTimeout(done, 30));
  const one = last ? found.at(-1) : found[0];
  if (wait && !one) throw new Error(`not found: ${JSON.stringify(wanted)}`);
  return %s;
}"""


class Locator:
    """Elements that a selector finds; where one is needed, the first or the last."""

    def __init__(self, driver: Driver, wanted: dict[str, Any]) -> None:
        self._driver = driver
        self._wanted = wanted

    def _with(self, **more: Any) -> "Locator":
        return Locator(self._driver, self._wanted | more)

    def _run(self, use: str, wait: float = 0) -> Any:
        return self._driver.run(FOUND % use, self._wanted | {"wait": 1000 * wait})

    def filter(
        self, *, has_text: str | re.Pattern[str] = "", has: "Locator | None" = None, visible: bool = False
    ) -> "Locator":
        """Those with these words, with such an element inside, or in sight."""
        said = [has_text.pattern] if isinstance(has_text, re.Pattern) else [re.escape(has_text), "i"]
        return self._with(said=said, within=has._wanted["selector"] if has else "", visible=visible)

    @property
    def first(self) -> "Locator":
        return self._with(last=False)

    @property
    def last(self) -> "Locator":
        return self._with(last=True)

    def tap(self, **_where: object) -> None:
        """As a finger does: fails where something else lies over it. Once more where it was drawn anew meanwhile."""
        while True:
            try:
                self._driver.tap(self._run("one", PATIENCE))
                return
            except Failed as failed:
                if failed.error != "stale element reference":
                    raise

    click = tap

    def hover(self) -> None:
        self._driver.point(self._run("one", PATIENCE))

    def fill(self, text: str) -> None:
        self._driver.type(self._run("one", PATIENCE), text)

    def count(self) -> int:
        return int(self._run("found.length"))

    def all_inner_texts(self) -> list[str]:
        texts: list[str] = self._run("found.map(one => one.innerText ?? one.textContent)")
        return texts

    def inner_text(self) -> str:
        return str(self._run("one.innerText", PATIENCE))

    def input_value(self) -> str:
        return str(self._run("one.value", PATIENCE))
