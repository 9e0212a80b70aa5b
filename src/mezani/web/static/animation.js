// Plays a game that this page holds: every position from each viewpoint, packed, each drawn from texts that it shares with others.

const REGIONS = ["where", "board", "score"];
const HOLE = /\0(.*?)\0/g;
const PAUSE = 1100; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");
const find = (id) => document.getElementById(id);
const [slider, seat, button, count, log, told] = ["step", "seat", "autoplay", "count", "log", "told"].map(find);
const { texts, films, chapters } = await unpacked(find("films").textContent);
const shown = {}; // the regions as they are on the page
let film = films[0];
let frames = null; // of this viewpoint: for each position the text of each fragment
let at = 0;
let wanted = 0;
let moving = false;
let timer = 0;

async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

const last = () => Number(slider.max);
const drawn = (frame, name) => texts[frame[name]].replace(HOLE, (hole, inner) => drawn(frame, inner));

function look(value) {
  film = films.find((one) => one.value === value);
  let frame = {};
  frames = film.frames.map((changed) => (frame = { ...frame, ...changed }));
  log.innerHTML = film.lines.map(([, line]) => line).join("");
}

// To a step. Who asks for another one meanwhile gets that one next, not all between.
async function go(step) {
  wanted = Math.min(Math.max(step, 0), last());
  slider.value = wanted;
  if (moving) return;
  moving = true;
  while (at !== wanted) {
    const near = Math.abs(wanted - at) === 1;
    at = wanted;
    if (near && document.startViewTransition && !still.matches && !document.hidden) await document.startViewTransition(show).finished;
    else show();
  }
  moving = false;
}

function show() {
  for (const name of REGIONS) {
    const html = drawn(frames[at], name);
    if (shown[name] === html) continue;
    shown[name] = html;
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    find(name).replaceWith(fresh.content.firstElementChild);
  }
  count.textContent = count.dataset.words.replace("{n}", at).replace("{last}", last());
  [...log.children].forEach((line, number) => { line.hidden = film.lines[number][0] > at; });
  log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = [...log.children].filter((it) => !it.hidden).at(-1);
  line?.setAttribute("aria-current", "step");
  told.textContent = line?.textContent ?? "";
  log.scrollTop = log.scrollHeight;
  for (const [id, end] of [["chapter-before", 0], ["previous", 0], ["next", last()], ["chapter-after", last()]]) {
    if (at === end) find(id).setAttribute("aria-disabled", "true");
    else find(id).removeAttribute("aria-disabled");
  }
}

function play(on) {
  clearTimeout(timer);
  button.setAttribute("aria-pressed", String(on));
  const words = button.querySelector("span");
  button.dataset.play ??= words.textContent;
  words.textContent = on ? button.dataset.stop : button.dataset.play;
  button.querySelector("use").setAttribute("href", on ? "#i-stop" : "#i-play");
  if (on) tick();
}

async function tick() {
  await go(at >= last() ? 0 : at + 1);
  if (button.getAttribute("aria-pressed") !== "true") return;
  if (at >= last()) play(false);
  else timer = setTimeout(tick, PAUSE);
}

const steer = (step) => { play(false); return go(step); };
const before = () => chapters.findLast((start) => start < wanted) ?? 0;
const after = () => chapters.find((start) => start > wanted) ?? last();
const toggle = () => play(button.getAttribute("aria-pressed") !== "true");
const KEYS = {
  ArrowLeft: () => steer(wanted - 1),
  ArrowRight: () => steer(wanted + 1),
  PageUp: () => steer(before()),
  PageDown: () => steer(after()),
  Home: () => steer(0),
  End: () => steer(last()),
  " ": toggle,
};

button.addEventListener("click", toggle);
slider.addEventListener("input", () => steer(Number(slider.value)));
seat.addEventListener("change", () => { look(seat.value); show(); });
for (const [id, key] of [["chapter-before", "PageUp"], ["previous", "ArrowLeft"], ["next", "ArrowRight"], ["chapter-after", "PageDown"]]) {
  find(id).addEventListener("click", () => KEYS[key]());
}
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
  if (event.target.closest("select") || (event.key === " " && event.target.closest("a, button"))) return;
  event.preventDefault();
  KEYS[event.key]();
});

const tabs = document.querySelectorAll(".tabs a");
const mark = () => tabs.forEach((tab) => {
  tab.getAttribute("href") === (location.hash || "#board") ? tab.setAttribute("aria-current", "page") : tab.removeAttribute("aria-current");
});
addEventListener("hashchange", () => { mark(); log.scrollTop = log.scrollHeight; });
mark();
look(films[0].value);
show();
