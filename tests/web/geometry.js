// What is wrong with where things lie on a table page, in sentences that name the things. Evaluates to a function.

() => {
  const SLACK = 2; // pixels: what rounding and a letter's own overhang may take
  const LEAST_LOG = 90; // pixels: three lines
  const SCROLLS = ".log, #score, .side, .decision, .overview, .players, .now, .view, .choices, .asante .hand, .spread ul, .read, .many";
  const LONG = ".tx, .chip .on"; // texts of cards, which are read large
  // things with an edge of their own, which lie side by side
  const SOLID = [
    ".seat, .shelf, .display, .board > .stock, .prompt, .btn, .use, .how, .trick .card, .trick .place",
    ".hand .card, .column .head, .duo, .heap li, .bets li, .predict label, .row .card, .row .place, .pile .card, .pile .place",
    ".supply li, .own, .awning, .stand li, .standing li, .discount, .thumb, .view, .plaque, .gift, .deal, .mine, .pick, .strip li",
    ".tabs a, .tally li, .held li, .sheet th, .sheet td, .chat .field, .people li",
  ].join(", ");
  // things that lie upon each other on purpose: fans, what is in the air, and what opens over the rest
  const FANS = ".hand, .backs, .columns, .stack, .map, .last ol, .stories, .held";
  const OVER = ".spread, .standing, .played, .sure, .menu ul, .zoom, .give, .give-place, .summary";
  const CLEAR = "#step, .judged a"; // they lie over words that can be seen through them
  const MOVES = ':is(#moves button, button[form="moves"]):not([aria-disabled="true"])';
  const CHOICES = ".hand label.card, .predict label, .gifts label";

  const faults = [];
  const isShown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest(".unseen, [hidden]") && getComputedStyle(e).clipPath === "none";
  const boxOf = (e) => e.getBoundingClientRect();
  const nameOf = (e) => {
    const words = (e.getAttribute("aria-label") ?? e.textContent).trim().replace(/\s+/g, " ").slice(0, 30);
    const classes = [...e.classList].map((name) => `.${name}`).join("");
    const place = e.parentElement?.closest("[class], [id]");
    const within = place ? ` in ${place.id ? `#${place.id}` : `.${[...place.classList].join(".")}`}` : "";
    return `${e.localName}${classes}${words ? ` "${words}"` : ""}${within}`;
  };
  const inWords = (box) => `${Math.round(box.width)} x ${Math.round(box.height)} at ${Math.round(box.left)}, ${Math.round(box.top)}`;
  const isIn = (box, outer) => box.left >= outer.left - SLACK && box.right <= outer.right + SLACK && box.top >= outer.top - SLACK && box.bottom <= outer.bottom + SLACK;
  const common = (a, b) => [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
  const overlap = (a, b) => common(a, b).every((length) => length > SLACK);
  const across = (box, outer) => ({ left: box.left, right: box.right, top: outer.top, bottom: outer.bottom }); // a hand scrolls to the side only
  const isClipped = (e) => { // scrolled out of sight, or folded away on purpose
    for (let outer = e.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
      if (outer.matches(SCROLLS) && !isIn(outer.matches(".hand") ? across(boxOf(e), boxOf(outer)) : boxOf(e), boxOf(outer))) return true;
    }
    return false;
  };
  const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter((e) => isShown(e) && boxOf(e).width > 1 && boxOf(e).height > 1);

  // The window

  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide in a window of ${innerWidth}`);
  if (root.scrollHeight > innerHeight) faults.push(`the page is ${root.scrollHeight} high in a window of ${innerHeight}`);

  // Things beside each other

  const solid = all(SOLID).filter((e) => !isClipped(e) && !e.closest(OVER) && !e.closest(".spreads .middle, .spreads .stock, .spreads .seats"));
  const boxes = new Map(solid.map((e) => [e, boxOf(e)]));
  for (const [n, a] of solid.entries()) {
    for (const b of solid.slice(n + 1)) {
      const fan = a.closest(FANS);
      if (a.contains(b) || b.contains(a) || (fan && fan === b.closest(FANS))) continue;
      if (overlap(boxes.get(a), boxes.get(b))) faults.push(`${nameOf(a)} (${inWords(boxes.get(a))}) and ${nameOf(b)} (${inWords(boxes.get(b))}) overlap`);
    }
    const window = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    if (!isIn(boxes.get(a), window)) faults.push(`${nameOf(a)} (${inWords(boxes.get(a))}) is not wholly in the window`);
  }

  // Words: each is whole, within what it is written on, and nothing lies over it

  const hasGround = (e) => {
    const style = getComputedStyle(e);
    return !/, 0\)|transparent/.test(style.backgroundColor) || style.borderTopStyle !== "none" && parseFloat(style.borderTopWidth) > 0;
  };
  const groundOf = (e) => { // what stands out of it stands on nothing
    let ground = e;
    while (ground !== document.body && !hasGround(ground)) ground = getComputedStyle(ground).position === "absolute" ? document.body : ground.parentElement;
    return ground;
  };
  const lettersOf = (box, size) => ({ left: box.left, right: box.right, top: (box.top + box.bottom - size * 0.8) / 2, bottom: (box.top + box.bottom + size * 0.8) / 2, width: box.width, height: size * 0.8 });
  // the box that cuts words off; where it leaves them out altogether, that is meant
  const cutBy = (e, box) => {
    for (let outer = e; outer && outer !== document.body; outer = outer.parentElement) {
      if (outer.matches(SCROLLS) && !outer.matches(".hand")) return null;
      const { overflowX, overflowY, textOverflow } = getComputedStyle(outer);
      if (textOverflow === "ellipsis" && outer.scrollWidth > outer.clientWidth) return outer;
      const edge = boxOf(outer);
      if (overflowX !== "visible" && (box.left < edge.left - SLACK || box.right > edge.right + SLACK)) return outer;
      if (overflowY !== "visible" && (box.top < edge.top - 2 * SLACK || box.bottom > edge.bottom + 2 * SLACK)) return outer;
    }
    return null;
  };
  const isOutOf = (box, outer) => common(box, boxOf(outer)).some((length) => length <= SLACK);
  const isUnder = (top, e) => top && (top.matches(CLEAR) || e.contains(top) || top.contains(e) || top.closest("label") === e.closest("label") && e.closest("label"));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const written = [];
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const e = text.parentElement;
    if (!text.data.trim() || e.closest("script, style, noscript, svg, option, [popover]") || !isShown(e) || isClipped(e)) continue;
    if (parseFloat(getComputedStyle(e).fontSize) < 1 || e.closest(".spreads :is(.middle, .stock, .seats)") || e.closest("svg")) continue;
    range.selectNodeContents(text);
    const size = parseFloat(getComputedStyle(e).fontSize);
    const lines = [...range.getClientRects()].filter((box) => box.width > 1).map((box) => lettersOf(box, size));
    if (!lines.length) continue;
    const box = { left: Math.min(...lines.map((line) => line.left)), right: Math.max(...lines.map((line) => line.right)), top: lines[0].top, bottom: lines.at(-1).bottom };
    box.width = box.right - box.left;
    box.height = box.bottom - box.top;
    if (size < 12) faults.push(`${nameOf(e)} is written ${size} px high`);
    if (e.closest(LONG) || e.closest(".lay-them > .hint")) continue; // the button of a choice comes over the hint
    const cut = cutBy(e, box);
    if (cut && isOutOf(box, cut)) continue;
    if (cut) { faults.push(`${nameOf(e)} (${inWords(box)}) is cut off by ${nameOf(cut)} (${inWords(boxOf(cut))})`); continue; }
    if (!e.closest(".map") && !isIn(box, boxOf(groundOf(e)))) {
      faults.push(`${nameOf(e)} (${inWords(box)}) is wider or higher than what it is written on, ${nameOf(groundOf(e))} (${inWords(boxOf(groundOf(e)))})`);
    }
    if (getComputedStyle(e).hyphens !== "auto" && !e.closest(".log, .invite")) {
      for (const word of text.data.matchAll(/[\p{L}\d]{2,}/gu)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const tops = new Set([...range.getClientRects()].filter((line) => line.width > 1).map((line) => Math.round(line.top)));
        if (tops.size > 1) faults.push(`"${word[0]}" is broken in ${nameOf(e)}`);
      }
    }
    const middle = lines[0];
    const top = document.elementFromPoint(middle.left + middle.width / 2, middle.top + middle.height / 2);
    if (e.closest(".map")) continue; // pieces lie upon each other
    if (getComputedStyle(e).pointerEvents === "none") written.push([e, lines]);
    else if (top?.closest(OVER)) continue;
    else if (!isUnder(top, e)) faults.push(top ? `${nameOf(e)} (${inWords(box)}) lies under ${nameOf(top)}` : `${nameOf(e)} (${inWords(box)}) is out of the window`);
    else written.push([e, lines]);
  }
  for (const [n, [a, ofA]] of written.entries()) {
    for (const [b, ofB] of written.slice(n + 1)) {
      if (a !== b && !a.contains(b) && !b.contains(a) && ofA.some((one) => ofB.some((other) => common(one, other).every((length) => length > 2)))) faults.push(`${nameOf(a)} and ${nameOf(b)} are written over each other`);
    }
  }

  // Moves: each can be pressed, where it may be scrolled to after scrolling

  const scrolled = [];
  for (const move of all(`${MOVES}, ${CHOICES}`)) {
    if (isClipped(move)) {
      for (let home = move.closest(SCROLLS); home; home = home.parentElement.closest(SCROLLS)) scrolled.push([home, home.scrollLeft, home.scrollTop]);
      move.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    }
    const box = boxOf(move);
    const points = [[0.5, 0.5], [Math.min(10 / box.width, 0.5), 0.6], [Math.min(10 / box.width, 0.5), 0.25]]; // cards of a hand lie over each other
    const hit = points.map(([x, y]) => document.elementFromPoint(box.left + x * box.width, box.top + y * box.height));
    if (!hit.some((top) => top && move.contains(top))) faults.push(`${nameOf(move)} (${inWords(box)}) can't be pressed: ${hit[0] ? `there lies ${nameOf(hit[0])}` : "it is out of the window"}`);
    if (!move.closest(".map") && Math.min(box.width, box.height) < 24) faults.push(`${nameOf(move)} is too small for a finger: ${inWords(box)}`);
  }
  for (const [home, left, top] of scrolled.reverse()) home.scrollTo({ left, top, behavior: "instant" });

  const log = document.querySelector("#log");
  if (log && isShown(log) && boxOf(log).height < LEAST_LOG) faults.push(`the log is only ${Math.round(boxOf(log).height)} high`);
  return [...new Set(faults)];
}
