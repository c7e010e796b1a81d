// What the laws of the stage forbid, as it is measured on a page: what scrolls, overlaps, is cut or lies out of view.
(() => {
  const found = [], high = innerHeight, wide = innerWidth;
  const box = one => one.getBoundingClientRect();
  const apart = one => { // wrapped out of sight
    const board = one.closest("#board");
    return board && getComputedStyle(board).overflowY === "hidden" && !meet(box(one), box(board));
  };
  const seen = one => one.checkVisibility({visibilityProperty: true}) && box(one).width > 1 && box(one).height > 1 && !apart(one);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(seen);
  const called = one => `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""}#${one.id} "${one.textContent.trim().replace(/\s+/g, " ").slice(0, 30)}"`;
  const within = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const inPlay = () => ["start", "play"].includes(document.querySelector("#entry data")?.dataset.scene);
  const view = {left: 0, top: 0, right: wide, bottom: high};

  function texts(part) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), some = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.data.trim() && seen(node.parentElement) && !node.parentElement.closest(".hidden-text")) some.push(node.parentElement);
    }
    return some;
  }

  function torn(parts) {
    const word = document.createRange();
    for (const part of parts) for (const one of texts(part)) for (const node of one.childNodes) {
      for (const letters of node.nodeType === Node.TEXT_NODE ? node.data.matchAll(/\p{L}+/gu) : []) {
        word.setStart(node, letters.index);
        word.setEnd(node, letters.index + letters[0].length);
        const parts = [...word.getClientRects()].filter(part => part.width > 1);
        if (new Set(parts.map(part => Math.round(part.top))).size > 1) found.push(`torn: ${letters[0]} in ${called(one)}`);
      }
    }
  }

  function labels() {
    const words = document.createRange();
    for (const one of all("button, .button")) {
      words.selectNodeContents(one);
      const edge = box(one), out = [...words.getClientRects()].some(part => part.width > 1 && (part.left < edge.left - 1 || part.right > edge.right + 1));
      if (out && !one.querySelector(".hidden-text")) found.push(`a label sticks out of its button: ${called(one)}`);
      torn([one]);
    }
  }

  // scrolled to, if need be: what sticks to an edge may lie over it, but not wherever it is
  function tappable() {
    const over = one => document.elementFromPoint((box(one).left + box(one).right) / 2, (box(one).top + box(one).bottom) / 2);
    for (const one of all("#ask :is(button, .button):not([disabled]), .open[role=button], :is(.pages, .ends) :is(button, .button)")) {
      const scrolled = [];
      for (let part = one.parentElement; part; part = part.parentElement) scrolled.push([part, part.scrollTop]);
      if (!one.contains(over(one))) one.scrollIntoView({block: "center"});
      const top = over(one);
      if (!one.contains(top)) found.push(`cannot be tapped: ${called(one)}${top ? `, under ${called(top)}` : ", out of view"}`);
      for (const [part, at] of scrolled) part.scrollTop = at;
    }
  }

  // What only tells, of two lines, in its place: it covers nothing that is tapped, and no hint.
  function notices() {
    const place = document.getElementById("notices");
    if (!place) return;
    const hidden = [...place.querySelectorAll(".notice")].filter(one => !one.hidden);
    const notice = document.createElement("p"), text = notice.appendChild(document.createElement("span"));
    notice.className = "notice passing";
    text.textContent = "Benedikt Wartburgers took their latest move back and the host has agreed to it".repeat(3);
    for (const one of hidden) one.hidden = true;
    place.append(notice);
    const lies = box(notice), tapped = one => getComputedStyle(one).cursor === "pointer" && !one.disabled;
    notice.remove();
    for (const one of hidden) one.hidden = false;
    const parts = all("#board *, #ask *, #side *").filter(tapped), hint = document.body.matches(".hint-open") ? [] : all(".lesson");
    for (const sign of all(".what-for")) if (lies.right > box(sign).right - 22 && lies.bottom > box(sign).bottom - 22) found.push("a notice covers the sign of the hint");
    for (const one of new Set([...parts, ...hint, ...all("#menu-button")])) if (meet(box(one), lies)) {
      found.push(`a notice (${Math.round(lies.top)} to ${Math.round(lies.bottom)}) covers ${called(one)} (${Math.round(box(one).top)} to ${Math.round(box(one).bottom)})`);
    }
  }

  // What is not saved yet says so in the own line, and covers none of it.
  function unsaved(strip) {
    const toast = document.getElementById("toast"), before = [toast.className, toast.textContent];
    toast.className = "unsaved";
    toast.textContent = toast.dataset.retrying;
    const lies = box(toast);
    if (!within(lies, box(strip))) found.push(`what is not saved yet (${Math.round(lies.top)} to ${Math.round(lies.bottom)}) lies outside of the own line`);
    const words = document.createRange();
    for (const one of texts(strip)) {
      words.selectNodeContents(one);
      if ([...words.getClientRects()].some(part => meet(part, lies))) found.push(`what is not saved yet covers ${called(one)}`);
    }
    [toast.className, toast.textContent] = before;
  }

  // What is written in a player's cell stays in it; a long name is cut.
  function cells() {
    const words = document.createRange();
    for (const cell of all(".cells > li, .shares > li")) for (const one of texts(cell)) {
      words.selectNodeContents(one);
      const out = Math.max(...[...words.getClientRects()].map(part => part.right)) - box(cell).right;
      if (getComputedStyle(one).overflow === "visible" && out > -2) found.push(`sticks out of its cell by ${Math.round(out)} px: ${called(one)}`);
    }
  }

  function podium() {
    for (const one of all(".step .gain")) {
      if (one.scrollWidth > one.parentElement.clientWidth || box(one).right > box(one.parentElement).right) found.push(`sticks out of its step: ${called(one)}`);
    }
    for (const place of [1, 2, 3]) {
      const feet = all(`.place-${place} .thing`).map(pawn => box(pawn).bottom);
      if (Math.max(...feet) - Math.min(...feet) > 1) found.push(`equals do not stand equally high: ${feet.map(Math.round)}`);
    }
  }

  // Of a ring of tables: a disc, a pawn and a card lie beside each other, and each card can be told from the next one.
  const pieces = '.ring :is(.felt-place, use[href^="#pawn-"], use[href^="#back-"], .up)';
  function ring() {
    const discs = all(".ring .felt-place"), pawns = all('.ring use[href^="#pawn-"]'), cards = all('.ring :is(use[href^="#back-"], .up)');
    const where = one => `${called(one.closest("[id]") ?? one)} (${one.getAttribute("href") ?? one.getAttribute("class")})`;
    const cover = (one, other) => found.push(`of the ring ${where(one)} and ${where(other)} cover one another`);
    for (const disc of discs) {
      const {left, right, top, bottom} = box(disc), x = (left + right) / 2, y = (top + bottom) / 2;
      const half = disc.r.baseVal.value * disc.getScreenCTM().a; // Firefox counts the line in its box
      const off = (low, middle, high) => Math.max(low - middle, 0, middle - high);
      for (const one of [...pawns, ...cards]) {
        if (Math.hypot(off(box(one).left, x, box(one).right), off(box(one).top, y, box(one).bottom)) < half - 1) cover(disc, one);
      }
      for (const other of discs) if (disc !== other && Math.hypot((box(other).left + box(other).right) / 2 - x, (box(other).top + box(other).bottom) / 2 - y) < 2 * half) cover(disc, other);
    }
    for (const pawn of pawns) for (const text of all(".ring .middle text")) if (meet(box(pawn), box(text))) cover(pawn, text);
    for (const pawn of pawns) for (const card of cards) if (meet(box(pawn), box(card))) cover(pawn, card);
    for (const [nth, card] of cards.entries()) for (const other of cards.slice(0, nth)) {
      if (Math.hypot(box(card).left - box(other).left, box(card).top - box(other).top) < 2) found.push(`two cards look like one: ${where(card)}`);
    }
  }

  function screen() {
    if (inPlay()) notices();
    ring();
    const root = document.documentElement;
    if (root.scrollHeight > high + 1 || root.scrollWidth > wide + 1) found.push(`scrolls: ${root.scrollWidth} × ${root.scrollHeight} in ${wide} × ${high}`);
    const parts = all("#turn, #board, #side, #people, #corner");
    for (const part of parts) for (const one of texts(part)) {
      const clip = one.closest(".pages, .go") || one instanceof SVGElement ? view : part.matches("#side, #people") ? box(part) : view;
      if (!within(box(one), clip)) found.push(`cut: ${called(one)}`);
    }
    torn(parts);
    labels();
    cells();
    podium();
    tappable();
    for (const way of !document.querySelector("#corner") ? [] : all(".short-code").length ? [".qr", ".short-code"] : [".qr"]) {
      if (!all(way).some(one => within(box(one), view))) found.push(`no way in: ${way}`);
    }
    const board = `#board > :not(.ring), ${pieces}`; // the ring has empty corners
    const lying = [["#turn > *", board], ["#turn > *", "#side > * > :not(.stage), .stage .thing"], [board, "#side > * > *"], ["#board > *", "#people > *"], ["#side > * > *", "#people > *"], ["#corner > *", "#board > *"], [".pages", "#people > *"], [".pages > button", ".stage .thing"], ["#corner > *", "#people > :not(.purses), .purses > li"], ["#board > *", "#board > *"], ["#people > *", "#people > *"], ["#people li > *", "#people li > *"], [".tales > *", ".bars > *, .podium .step"], ["#side > * > *", "#side > * > *"]];
    for (const [these, those] of lying) for (const one of all(these)) for (const other of all(those)) {
      if (!one.contains(other) && !other.contains(one) && meet(box(one), box(other)) && !one.matches(".pages") && !other.querySelector(".pages")) found.push(`overlap: ${called(one)} and ${called(other)}`);
    }
    for (const pages of all(".pages")) for (const one of all("#side").flatMap(texts)) {
      if (!pages.contains(one) && meet(box(one), box(pages))) found.push(`under the buttons: ${called(one)}`);
    }
    if (wide === 1280 && high === 800) for (const one of all(".lines > li, .shares .amount, .sum")) {
      const size = parseFloat(getComputedStyle(one).fontSize);
      if (size < 27.9) found.push(`a result in ${size.toFixed(1)} px, 28 are wanted: ${one.textContent.trim()} (beside ${all("#board > .told > li").length} facts and ${all(".lines > li").length} lines; fewer and shorter ones are larger)`);
    }
  }

  function sheet() {
    const beyond = document.scrollingElement.scrollHeight - high;
    if (beyond > 0 && beyond < 4) found.push(`scrolls by ${beyond} px`);
    if (document.documentElement.scrollWidth > wide + 1) found.push(`scrolls sideways: ${document.documentElement.scrollWidth}, ${called(all("body *").filter(one => box(one).right > wide + .5).at(-1) ?? document.body)} sticks out`);
    torn(all(".name, #people"));
    labels();
  }

  function phone() {
    const strip = all(".strip")[0], under = one => strip && !scrollY && meet(box(one), box(strip));
    sheet();
    if (inPlay()) notices();
    if (inPlay() && strip) unsaved(strip);
    ring();
    podium();
    for (const one of scrollY ? [] : all("#turn > :not(.what-for)")) for (const other of all("#board svg text")) {
      if (meet(box(one), box(other)) && meet(box(other), box(other.closest("#board")))) found.push(`the headline's ${called(one)} lies on ${called(other)}`);
    }
    const data = document.querySelector("#entry data"), hint = document.querySelector(".lesson"), mine = all(".turn.mine")[0];
    const told = hint && (all(".lesson").some(one => within(box(one), view)) || all(".what-for").some(one => within(box(one), view) && box(one).height >= 44));
    if (hint && /learning/.test(document.body.dataset.me) && !told) found.push(`nothing tells what is done now and why: the hint is out of view, and of the signs for it ${all(".what-for").map(one => `one is ${Math.round(box(one).height)} px high, 44 are wanted, from ${Math.round(box(one).top)} down`).join() || "none is there"}`);
    const menu = document.querySelector("#menu-button"), lines = document.createRange();
    if (hint) lines.selectNodeContents(hint);
    if (hint && !document.body.matches(".hint-open") && seen(hint) && [...lines.getClientRects()].some(one => meet(one, box(menu)))) found.push("the menu lies over the hint of a first evening");
    const upright = matchMedia("(orientation: portrait)").matches, board = all("#board > .told").at(-1) ?? all("#board > *")[0]; // of news the latest
    if (hint && upright && board && seen(hint) && !document.body.matches(".hint-open") && [...lines.getClientRects()].some(one => meet(one, box(board)))) found.push(`the hint of a first evening lies over ${called(board)}: where the game has a _board.html, --told and --sign in its game.css say where it stands; on the plain one too much is told (_fact.html, _news.html)`);
    if (document.querySelector("#own") && ["start", "play", "payout"].includes(data.dataset.scene) && /\bplayer\b/.test(document.body.dataset.me)) {
      const own = all(".strip");
      if (own.length !== 1 || !all(".name, small, .money", own[0]).every(one => within(box(one), view))) found.push("no own line with name, place and money is in view");
    }
    const buttons = all("#ask button:not(.quiet)"), below = (one, other) => box(one).left < box(other).right && box(other).left < box(one).right && Math.abs(box(one).bottom - box(other).top) < 2;
    const covered = ({parentElement: row}) => getComputedStyle(row).position === "sticky" && parseFloat(getComputedStyle(row).paddingTop) > 3; // what is scrolled goes under it
    for (const one of buttons) for (const other of buttons) if (one.parentElement !== other.parentElement && below(one, other) && !covered(other)) found.push(`two buttons touch: ${called(one)} and ${called(other)}`);
    for (const form of all("#ask form")) for (const row of all(":scope > .row", form)) for (const title of all("legend, legend > span", form).slice(0, 1)) {
      if (meet(box(title), box(row))) found.push(`a button lies over what it is for: ${called(title)}`);
    }
    const mistyped = all(".doubled").length; // what it says comes first, and pushes the rest down
    for (const one of inPlay() && !scrollY && !mistyped ? all("#ask .look") : []) if (!within(box(one), view) || under(one)) found.push(`the own hand cannot be looked at without scrolling: ${called(one)}, ${Math.round(box(one).top)} to ${Math.round(box(one).bottom)}`);
    const seats = all(".round-table :is(.name, circle:not(.halo))");
    for (const name of all(".round-table .name")) for (const other of seats) if (other !== name && meet(box(name), box(other))) found.push(`${name.textContent} and ${called(other)} meet around the table`);
    for (const one of all(".own")) if (!scrollY && meet(box(one), box(menu))) found.push("the menu lies over the own result");
    for (const one of scrollY || data.dataset.scene !== "payout" ? [] : ["#payout", "#board"].flatMap(id => all(id)).flatMap(texts)) {
      lines.selectNodeContents(one);
      if ([...lines.getClientRects()].some(part => meet(part, box(menu)))) found.push(`the menu lies over ${called(one)}`);
    }
    for (const one of inPlay() ? all(".track, .ring, .scale, .middle") : []) if (under(one)) found.push(`the own line lies over ${called(one)}`);
    if (mine) {
      if (!within(box(mine), view)) found.push("the headline is not in view");
      for (const one of all("#ask :is(button, .button)")) if (meet(box(one), box(mine)) && !scrollY) found.push(`under the headline: ${called(one)}`);
      const does = all("#ask button:not([disabled], .quiet), #ask [data-open], .open[role=button], #ask .button");
      const above = ["#board", "#people"].map(id => document.querySelector(id)).filter(one => one.getClientRects().length)
        .map(one => `${Math.round(box(one).height)} px of ${one.id}`);
      const out = one => !within(box(one), view) || under(one);
      if (does.every(out)) found.push(`no button is in view of ${does.length}; ${above.join(", ")}`);
      for (const one of scrollY || mistyped ? [] : all("#ask :is(button, .button)").filter(one => out(one) && !one.closest("[data-go]"))) found.push(`not in view: ${called(one)}, ${Math.round(box(one).top)} to ${Math.round(box(one).bottom)}; ${above.join(", ")}`);
      for (const one of ["#turn", "#board", "#ask"].flatMap(id => all(id)).flatMap(texts)) {
        const drawn = one.ownerSVGElement && one.getScreenCTM(), size = parseFloat(getComputedStyle(one).fontSize) * (drawn ? Math.hypot(drawn.a, drawn.b) : 1);
        const least = one.closest(".ring") ? 10 : 12; // figures of a lent phone's ring
        if (size < least - .1) found.push(`text of ${size.toFixed(1)} px, ${least} are wanted: ${called(one)}`);
      }
      const asked = all("#ask > *")[0];
      if (board && asked && upright && box(board).bottom > box(asked).top + 12) found.push(`what is asked lies over ${Math.round(box(board).bottom - box(asked).top)} px of what it is done on`);
      if (board && !(Math.min(box(board).bottom, high) - Math.max(box(board).top, 0) > 0.6 * Math.min(box(board).height, high / 2))) found.push("what it is done on is not in view");
    }
    if (data.dataset.scene === "payout" && /player/.test(document.body.dataset.me)) {
      const own = all(".own strong")[0];
      if (own && !(box(own).top >= 0 && box(own).bottom <= high / 2 + 1)) found.push(`the own result is not in the upper half: ${Math.round(box(own).bottom)} of ${high}`);
    }
    tappable();
  }

  function hand(look) {
    const parts = new Set([...all("button, input, label", look), ...texts(look)]);
    for (const one of parts) if (!within(box(one), view)) found.push(`out of view in the opened hand: ${called(one)}`);
    for (const strip of all(".strip")) if (meet(box(look), box(strip))) found.push("the opened hand lies over the own line");
    for (const one of all(".primary", look)) if (box(one).bottom < (document.querySelector(".strip") ? high - 44 : high) / 2) found.push(`what is tapped last lies in the upper half, out of reach of a thumb (#look { inset: auto 0 0 } lays the hand below): ${called(one)}`);
    labels();
  }

  const look = document.querySelector("#look");
  if (document.body.classList.contains("screen")) screen(); else if (look?.childElementCount) hand(look); else if (document.querySelector("#entry")) phone(); else sheet();
  return found;
})()
