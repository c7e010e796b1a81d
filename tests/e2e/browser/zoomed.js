// What is lost on an enlarged page: what sticks out, stays over the rest, overlaps, breaks letter by letter, or gets tiny.
(() => {
  const TINY = 100, found = [], box = one => one.getBoundingClientRect();
  const seen = one => one.checkVisibility({visibilityProperty: true, opacityProperty: true}) && box(one).width > 1 && box(one).height > 1
    && getComputedStyle(one).clipPath === "none";
  const called = one => `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""}#${one.id} "${one.textContent.trim().replace(/\s+/g, " ").slice(0, 30)}"`;
  const look = document.querySelector("#look[open]"), words = document.createRange();

  for (const one of [document.documentElement, look, document.querySelector("#replay")]) {
    if (!one?.clientWidth || one.scrollWidth <= one.clientWidth) continue;
    const widest = [...one.querySelectorAll("*")].filter(inner => seen(inner) && box(inner).right > one.clientWidth + .5).at(-1);
    found.push(`${one.scrollWidth - one.clientWidth} px too wide: ${called(widest ?? one)}`);
  }
  const stay = [...document.querySelectorAll("body *")].filter(one => seen(one) && /sticky|fixed/.test(getComputedStyle(one).position) && !one.closest("dialog, #toast"));
  for (const one of stay) found.push(`stays over what is scrolled: ${called(one)}`);

  // an ellipsis hides the rest
  function clipped(one, {left, top, right, bottom}) {
    const edge = getComputedStyle(one).overflow === "hidden" ? box(one) : {right, bottom};
    const [far, low] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
    return {left, top, right: far, bottom: low, height: low - top};
  }

  function pieces() {
    const walker = document.createTreeWalker(look ?? document.body, NodeFilter.SHOW_TEXT), all = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const one = node.parentElement;
      if (!node.data.trim() || !seen(one) || one.closest("svg, select") || stay.some(bar => bar.contains(one))) continue;
      words.selectNodeContents(node);
      for (const part of words.getClientRects()) if (part.width > 2) all.push([one, clipped(one, part), node]);
    }
    return all;
  }

  const all = pieces(), apart = (one, other) => one !== other && !one.contains(other) && !other.contains(one);
  for (const [nth, [one, part]] of all.entries()) for (const [other, beside] of all.slice(0, nth)) {
    const wide = Math.min(part.right, beside.right) - Math.max(part.left, beside.left);
    const high = Math.min(part.bottom, beside.bottom) - Math.max(part.top, beside.top);
    if (wide > 2 && high > .4 * Math.min(part.height, beside.height) && apart(one, other)) found.push(`overlap: ${called(other)} and ${called(one)}`);
  }
  for (const node of new Set(all.map(([, , node]) => node))) for (const letters of node.data.matchAll(/\p{L}+/gu)) {
    words.setStart(node, letters.index);
    words.setEnd(node, letters.index + letters[0].length);
    const lines = new Set([...words.getClientRects()].map(part => Math.round(part.top))).size;
    if (lines > 2 && lines > letters[0].length / 2) found.push(`torn: ${letters[0]} in ${called(node.parentElement)}`);
  }
  for (const one of document.querySelectorAll("#board > svg")) {
    const {left, width, height} = box(one), wrapped = left >= box(one.parentElement).right;
    if (seen(one) && !wrapped && Math.sqrt(width * height) < TINY) found.push(`tiny: ${called(one)}`);
  }
  return [...new Set(found)];
})()
