// Looks back at a game without loading the page anew, and shows what is judged meanwhile. Without it every step is a link.

const KEPT = 30;
const PAUSE = 1500; // milliseconds between two looks at what is judged by now
const WHOLE = ["where", "board", "large"]; // they are exchanged, all others get new contents
const CHANGING = ["course-head", "drawn", "players", "decision", "overview", "log", "then", "marks"];
const still = matchMedia("(prefers-reduced-motion: reduce)");
const plot = document.getElementById("plot");
const slider = document.getElementById("step");
const path = plot.getAttribute("action");
const pages = new Map();
let shown = location.href;
let asked = 0;

const numbers = (name) => slider.dataset[name].split(",").filter(Boolean).map(Number);
const isUnderWay = () => document.getElementById("course").hasAttribute("data-under-way");
const address = (step) => `${path}/${step}${new URL(shown).search}`;

function load(href) {
  if (isUnderWay()) return fetched(href); // it may tell more than a moment ago
  if (!pages.has(href)) {
    const page = fetched(href);
    page.catch(() => pages.delete(href));
    pages.set(href, page);
    if (pages.size > KEPT) pages.delete(pages.keys().next().value);
  }
  return pages.get(href);
}

async function fetched(href) {
  const answer = await fetch(href);
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
}

// To another moment, or to the mistakes of somebody else. Who asks again meanwhile sees only the last.
async function go(href) {
  const mine = ++asked;
  try {
    const html = await load(href);
    if (mine !== asked) return;
    shown = new URL(href, location.href).href;
    await show(html);
    history.replaceState(null, "", shown.replace(/#.*/, "") + location.hash);
    ["next", "mistake-after"].map((id) => document.getElementById(id)?.href).filter(Boolean).forEach((next) => load(next).catch(() => {}));
  } catch {
    if (mine === asked) location.assign(href);
  }
}

async function show(html, isMoving = true) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const apply = () => lay(page, isMoving);
  if (isMoving && document.startViewTransition && !still.matches && !document.hidden) await document.startViewTransition(apply).updateCallbackDone;
  else apply();
}

function lay(page, isMoving) {
  const focus = document.activeElement?.id;
  if (isMoving) WHOLE.forEach((id) => exchange(document.getElementById(id), page.getElementById(id)));
  CHANGING.forEach((id) => renew(document.getElementById(id), page.getElementById(id)));
  document.getElementById("whole").className = page.getElementById("whole").className;
  document.getElementById("course").toggleAttribute("data-under-way", page.getElementById("course").hasAttribute("data-under-way"));
  const told = page.getElementById("told").textContent;
  if (document.getElementById("told").textContent !== told) document.getElementById("told").textContent = told;
  const fresh = page.getElementById("step");
  for (const name of ["data-steps", "data-mistakes", "aria-valuetext", "max"]) slider.setAttribute(name, fresh.getAttribute(name));
  if (isMoving) {
    slider.value = fresh.getAttribute("value");
    plot.style.setProperty("--at", page.getElementById("plot").style.getPropertyValue("--at"));
    follow(page);
  }
  if (focus && document.activeElement?.id !== focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

function exchange(old, fresh) {
  if (!old || !fresh || old.querySelector("dialog[open], :popover-open")) return; // what is read stays
  old.replaceWith(document.adoptNode(fresh));
}

function renew(old, fresh) {
  if (!old || !fresh || old.innerHTML === fresh.innerHTML) return;
  old.replaceChildren(...document.adoptNode(fresh).childNodes);
  if (old.id === "log") old.scrollTop = old.scrollHeight;
}

// Links and fields that lead from this moment elsewhere.
function follow(page) {
  for (const link of document.querySelectorAll("#to-replay, .tabs a:not([href^='#'])")) {
    const fresh = page.querySelector(link.id ? `#${link.id}` : ".tabs a:not([href^='#'])");
    if (fresh) link.href = fresh.getAttribute("href");
  }
  for (const field of document.querySelectorAll("#seen-by input")) {
    field.value = page.querySelector(`#seen-by [name="${field.name}"]`).value;
  }
}

// Judged meanwhile

async function look() {
  if (!isUnderWay()) return;
  if (!document.hidden) {
    const mine = asked;
    try {
      const html = await fetched(shown);
      if (mine === asked) await show(html, false);
      if (!isUnderWay()) pages.clear();
    } catch { /* the server may be busy or restarting: the next look may succeed */ }
  }
  setTimeout(look, PAUSE);
}

// Steering

const at = () => Number(slider.value);
const before = (steps) => Math.max(...steps.filter((step) => step < at()));
const after = (steps) => Math.min(...steps.filter((step) => step > at()));
const nearest = (step) => numbers("steps").reduce((best, one) => (Math.abs(one - step) < Math.abs(best - step) ? one : best));

function steer(step) {
  if (!Number.isFinite(step)) return;
  slider.value = step;
  plot.style.setProperty("--at", (100 * step) / Math.max(1, Number(slider.max)));
  go(address(step));
}

const KEYS = {
  ArrowLeft: () => before(numbers("steps")),
  ArrowDown: () => before(numbers("steps")),
  ArrowRight: () => after(numbers("steps")),
  ArrowUp: () => after(numbers("steps")),
  PageUp: () => before(numbers("mistakes")),
  PageDown: () => after(numbers("mistakes")),
  Home: () => numbers("steps")[0],
  End: () => numbers("steps").at(-1),
};

slider.addEventListener("input", () => steer(nearest(at())));
plot.addEventListener("submit", (event) => event.preventDefault());
document.querySelector("#seen-by select")?.addEventListener("change", (event) => event.target.form.submit());
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || !link.pathname.startsWith(`${path}/`) || link.getAttribute("href").startsWith("#")) return;
  event.preventDefault();
  go(link.href);
});
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !KEYS[event.key]) return;
  const isSlider = event.target === slider;
  if (!isSlider && (event.key === "ArrowUp" || event.key === "ArrowDown")) return; // columns are scrolled by them
  if (!isSlider && event.target.closest("select, textarea, input, dialog, #log, #board [tabindex], #board button, summary")) return;
  event.preventDefault();
  steer(KEYS[event.key]());
});

const tabs = document.querySelectorAll(".tabs a[href^='#']");
const mark = () => tabs.forEach((tab) => {
  tab.getAttribute("href") === (location.hash || "#decision") ? tab.setAttribute("aria-current", "page") : tab.removeAttribute("aria-current");
});
addEventListener("hashchange", mark);
mark();
document.getElementById("log").scrollTop = document.getElementById("log").scrollHeight;
look();
