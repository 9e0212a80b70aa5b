// Steps through a game without loading the page anew. Without it every step is a link.

const KEPT = 40;
const CHANGING = ["where", "board", "large", "score", "log", "count", "back", "forth", "play-on", "look-back"];
const still = matchMedia("(prefers-reduced-motion: reduce)");
const slider = document.getElementById("step");
const seat = document.getElementById("seat");
const button = document.getElementById("autoplay");
const path = document.getElementById("seek").getAttribute("action");
const pause = Math.max(400, Number(document.body.dataset.pause));
const pages = new Map();
let at = Number(slider.value);
let wanted = at;
let moving = false;
let timer = 0;

const last = () => Number(slider.max);
const address = (step) => `${path}/${step}?seat=${encodeURIComponent(seat.value)}`;

function load(step) {
  const from = address(step);
  if (!pages.has(from)) {
    const page = fetch(from).then((answer) => { if (!answer.ok) throw new Error(answer.status); return answer.text(); });
    page.catch(() => pages.delete(from));
    pages.set(from, page);
    if (pages.size > KEPT) pages.delete(pages.keys().next().value);
  }
  return pages.get(from);
}

// To a step. Who asks for another one meanwhile gets that one next, not all between.
async function go(step, anew = false) {
  wanted = Math.min(Math.max(step, 0), last());
  slider.value = wanted;
  if (moving) return;
  moving = true;
  try {
    while (at !== wanted || anew) {
      const target = wanted;
      anew = false;
      await show(await load(target), Math.abs(target - at) === 1);
      at = target;
      history.replaceState(null, "", address(at) + location.hash);
    }
    if (at < last()) load(at + 1).catch(() => {});
  } catch {
    location.assign(address(wanted));
  } finally {
    moving = false;
  }
}

async function show(html, near) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const apply = () => CHANGING.forEach((id) => place(id, page.getElementById(id)));
  if (near && document.startViewTransition && !still.matches && !document.hidden) await document.startViewTransition(apply).finished;
  else apply();
}

function place(id, fresh) {
  const old = document.getElementById(id);
  if (!old || !fresh || old.querySelector("dialog[open], :popover-open")) return; // what is read stays
  const focus = old.contains(document.activeElement) ? document.activeElement.id : "";
  old.replaceWith(document.adoptNode(fresh));
  if (id === "log") fresh.scrollTop = fresh.scrollHeight;
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

function play(on) {
  clearTimeout(timer);
  button.setAttribute("aria-pressed", String(on));
  const words = button.querySelector("span");
  button.dataset.play ??= words.textContent;
  words.textContent = on ? button.dataset.stop : button.dataset.play;
  const use = button.querySelector("use");
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, on ? "#i-stop" : "#i-play"));
  if (on) tick();
}

async function tick() {
  if (at >= last()) await go(0);
  else await go(at + 1);
  if (button.getAttribute("aria-pressed") !== "true") return;
  if (at >= last()) play(false);
  else timer = setTimeout(tick, pause);
}

const steer = (step) => { play(false); return go(step); };
const target = (id) => {
  const link = document.getElementById(id);
  return link?.href ? Number(new URL(link.href).pathname.split("/").pop()) : at;
};
const KEYS = {
  ArrowLeft: () => steer(wanted - 1),
  ArrowRight: () => steer(wanted + 1),
  PageUp: () => steer(target("chapter-before")),
  PageDown: () => steer(target("chapter-after")),
  Home: () => steer(0),
  End: () => steer(last()),
  " ": () => play(button.getAttribute("aria-pressed") !== "true"),
};

button.hidden = false;
button.addEventListener("click", () => play(button.getAttribute("aria-pressed") !== "true"));
slider.addEventListener("input", () => steer(Number(slider.value)));
seat.addEventListener("change", () => go(at, true));
document.getElementById("seek").addEventListener("submit", (event) => { event.preventDefault(); steer(Number(slider.value)); });
document.addEventListener("click", (event) => {
  const link = event.target.closest(".stepping a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  steer(Number(new URL(link.href).pathname.split("/").pop()));
});
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
  const inside = event.target.closest("select, textarea, input:not([type=range]), dialog, #board [tabindex], #board button, summary");
  if (inside || (event.key === " " && event.target.closest("a, button"))) return;
  event.preventDefault();
  KEYS[event.key]();
});

const log = document.getElementById("log");
log.scrollTop = log.scrollHeight;
const tabs = document.querySelectorAll(".tabs a[href^='#']");
const mark = () => tabs.forEach((tab) => {
  tab.getAttribute("href") === (location.hash || "#board") ? tab.setAttribute("aria-current", "page") : tab.removeAttribute("aria-current");
});
addEventListener("hashchange", mark);
mark();
if (at < last()) load(at + 1).catch(() => {});
