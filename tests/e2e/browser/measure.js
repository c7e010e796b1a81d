// What a thumb and tired eyes would complain about: sideways scrolling, small targets, small type.
([width, target, type]) => {
  const found = [];
  const shown = box => box.width > 1 && box.height > 1;
  const called = one => `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""} "${(one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40)}"`;
  const widest = [...document.body.querySelectorAll("*")].filter(one => one.getBoundingClientRect().right > width + .5).at(-1) ?? document.body;
  if (document.documentElement.scrollWidth > width) found.push(`scrolls sideways: ${document.documentElement.scrollWidth} > ${width}, ${called(widest)} sticks out`);
  const inSentence = link => link.tagName === "A" && [...link.parentElement.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  const hand = one => one.matches("input[type=radio], input[type=checkbox]") ? one.closest("label") ?? one.labels[0] : one;
  for (const one of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary, [role=button]")) {
    if (!one.checkVisibility({visibilityProperty: true}) || inSentence(one)) continue;
    const box = hand(one).getBoundingClientRect();
    if (shown(box) && (box.width < target - .5 || box.height < target - .5)) found.push(`small target, ${box.width.toFixed(1)} × ${box.height.toFixed(1)}: ${called(one)}`);
  }
  // as the pictures of the screens have them: a table screen's type grows with its window, and a phone's ring has smaller numbers
  const grown = document.body.matches(".screen") && 22 * Math.min(innerWidth / 1920, innerHeight / 1080);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || !one.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    const scale = one instanceof SVGElement ? Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(one).fontSize) * scale;
    const least = Math.min(type, grown || (one.closest(".ring") ? 12 : type));
    if (size < least - .05) found.push(`small type, ${size.toFixed(1)}: ${called(one)}`);
  }
  return found;
}
