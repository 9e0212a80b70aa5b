// The map of The Great Zimbabwe: zoom and pan, arrow keys, and the tile under the pointer.

const MOST = 4;
const STEP = 1.4;
const CLOSER = 2.2; // on a phone, where two fingers do the rest
const EASY = 30; // pixels: a finger hits a square of this size
const FINGER = matchMedia("(pointer: coarse)");
const root = document.documentElement;
const view = () => document.querySelector(".zimbabwe > .view");
let zoom = 1;
let place = [0, 0]; // how far the map is scrolled
let closeUp = false; // for one choice only

// Zoom and pan: the view scrolls, and the map in it grows. What was at `from` comes to lie at `point`

function zoomTo(next, point = middle(view()), from = point) {
  const box = view();
  const edge = box.getBoundingClientRect();
  const before = zoom;
  closeUp = false;
  zoom = Math.min(MOST, Math.max(1, next < Math.min(zoom, 1.05) ? 1 : next));
  root.style.setProperty("--zoom", zoom);
  root.classList.toggle("near", zoom > 1);
  const moved = (scrolled, start, there, here) => (scrolled + there - start) * zoom / before - (here - start);
  box.scrollTo(moved(box.scrollLeft, edge.left, from.x, point.x), moved(box.scrollTop, edge.top, from.y, point.y));
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

const sizes = { in: () => zoomTo(zoom * (FINGER.matches ? CLOSER : STEP)), out: () => zoomTo(zoom / STEP), whole: () => zoomTo(1) };

document.addEventListener("click", (event) => {
  const size = event.target.closest("[data-zoom]");
  if (size) sizes[size.dataset.zoom]();
});
document.addEventListener("wheel", (event) => {
  const pageScrolls = root.scrollHeight > innerHeight; // a large text: the wheel is needed for it
  if (!event.target.closest(".zimbabwe > .view") || event.shiftKey || (pageScrolls && !event.ctrlKey)) return;
  event.preventDefault();
  zoomTo(zoom * Math.exp(-event.deltaY / 300), event);
}, { passive: false });

let fingers = null; // two of them: where they were
document.addEventListener("touchmove", (event) => {
  if (event.touches.length !== 2 || !event.target.closest(".zimbabwe > .view")) return;
  if (event.cancelable) event.preventDefault();
  const [one, other] = event.touches;
  const now = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2, apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) };
  if (fingers) zoomTo(zoom * now.apart / fingers.apart, now, fingers);
  fingers = now;
}, { passive: false });
for (const end of ["touchend", "touchcancel"]) document.addEventListener(end, () => { fingers = null; });

let drag = null;
document.addEventListener("pointerdown", (event) => {
  const box = event.target.closest(".zimbabwe > .view");
  if (box && zoom > 1 && event.pointerType === "mouse" && event.button === 0) {
    drag = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop, far: false };
  }
});
document.addEventListener("pointermove", (event) => {
  if (drag && !event.buttons) drag = null; // let go outside the window
  if (!drag) return;
  const x = event.clientX - drag.x;
  const y = event.clientY - drag.y;
  drag.far ||= Math.hypot(x, y) > 6;
  if (drag.far) view()?.scrollTo(drag.left - x, drag.top - y);
});
document.addEventListener("pointerup", () => { if (drag && !drag.far) drag = null; });
document.addEventListener("click", (event) => { // a drag is no press
  if (drag?.far) { event.preventDefault(); event.stopPropagation(); }
  drag = null;
}, { capture: true });
document.addEventListener("dragstart", (event) => { if (event.target.closest(".map")) event.preventDefault(); });
document.addEventListener("scroll", (event) => {
  if (event.target === view()) place = [event.target.scrollLeft, event.target.scrollTop];
}, { capture: true });

// A finger on a square that is too small for it brings the map near and shows the tile; the next one places it

document.addEventListener("click", (event) => {
  const square = event.target.closest?.(".sq");
  if (!square || !event.detail || !FINGER.matches || square.offsetWidth >= EASY) return;
  event.preventDefault();
  event.stopPropagation();
  zoomTo(zoom * 1.4 * EASY / square.offsetWidth, event);
  closeUp = true;
  square.focus({ preventScroll: true });
}, { capture: true });

// Keys: + − 0 for the size, R turns the tile, arrows go to the next piece or square in that direction

const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function nearest(from, [dx, dy]) {
  const { x, y } = middle(from);
  let best = null;
  let least = Infinity;
  for (const other of view().querySelectorAll(".map :is(a, button)")) {
    if (other === from || !other.offsetParent) continue;
    const to = middle(other);
    const along = (to.x - x) * dx + (to.y - y) * dy;
    const aside = Math.abs((to.x - x) * dy) + Math.abs((to.y - y) * dx);
    if (along > 1 && along + 3 * aside < least) { least = along + 3 * aside; best = other; }
  }
  return best;
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input:not([type=checkbox], [type=radio]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey || !view()) return;
  const size = { "+": "in", "=": "in", "-": "out", 0: "whole" }[event.key];
  const turned = document.getElementById("turned");
  if (size) sizes[size]();
  else if (event.key.toLowerCase() === "r" && turned) turned.click();
  else if (event.key === "Escape") document.querySelector('.look-at [data-look=""]')?.click();
  else if (TOWARDS[event.key] && event.target.closest(".map")) nearest(event.target.closest(":is(a, button)"), TOWARDS[event.key])?.focus();
  else if (TOWARDS[event.key] && event.target === view() && zoom === 1) view().querySelector(".map :is(a, button)")?.focus();
  else return;
  event.preventDefault();
});

// The tile under the pointer

function over(square) {
  const ghost = view()?.querySelector(".ghost-piece");
  if (!ghost) return;
  ghost.hidden = !square;
  if (!square) return;
  const style = getComputedStyle(square);
  for (const name of ["--x", "--y", "--w", "--h"]) ghost.style.setProperty(name, style.getPropertyValue(name));
}

for (const [on, off] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
  document.addEventListener(on, (event) => { const square = event.target.closest?.(".sq"); if (square) over(square); });
  document.addEventListener(off, (event) => { if (event.target.closest?.(".sq")) over(null); });
}

// What a line of the log speaks of comes into sight

for (const on of ["pointerover", "focusin"]) {
  document.addEventListener(on, (event) => {
    if (zoom > 1 && event.target.closest?.(".log [data-at]")) view()?.querySelector(".lit")?.scrollIntoView({ block: "center", inline: "center" });
  });
}

// Where a board is drawn anew the map stays where it was; a new task is seen even if one has scrolled away from it

new MutationObserver((changes) => {
  const added = changes.flatMap((change) => [...change.addedNodes]);
  if (added.some((part) => part.id === "board")) view()?.scrollTo(...place);
  const task = added.find((part) => part.id === "task");
  if (task && closeUp) zoomTo(1);
  if (task && document.querySelector("#prompt.you")) task.parentElement.scrollTo(0, 0);
}).observe(document.querySelector("main.whole"), { childList: true, subtree: true });
view()?.scrollTo(...place);
