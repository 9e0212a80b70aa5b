// The sheet of a summary: it rises and takes the focus, goes by Enter or after the time that its reader has set, and is named in the address.

const sheet = () => document.querySelector("#summary[data-number]");
const promptOf = () => document.getElementById("prompt");
let open = sheet()?.dataset.number ?? ""; // the chapter on the sheet
let timer = 0;
let began = 0;

function look() {
  const here = sheet();
  const number = here?.dataset.number ?? "";
  if (number !== open) {
    open = number;
    const address = new URL(location.href);
    number ? address.searchParams.set("summary", number) : address.searchParams.delete("summary");
    history.replaceState(history.state, "", address);
    clearTimeout(timer);
    began = 0;
    if (here) rise(here);
  } else if (here && began) unwind(here); // it was drawn again
  else here?.querySelector(".go-on i")?.remove();
}

function rise(here) {
  if (!document.getElementById("board").checkVisibility()) location.hash = "#board"; // on a phone the score has the window
  here.classList.add("rises");
  if (!document.activeElement?.matches("input, textarea, select")) here.focus({ preventScroll: true });
  start(here);
}

// A set time: the thread in the button grows shorter
function start(here) {
  const seconds = Number(here.dataset.seconds);
  if (!seconds) return;
  began = Date.now();
  unwind(here);
  timer = setTimeout(() => (document.hidden ? document.addEventListener("visibilitychange", () => start(here), { once: true }) : goOn()), seconds * 1000);
}

function unwind(here) {
  const thread = here.querySelector(".go-on i");
  thread.style.animationDelay = `${began - Date.now()}ms`;
  thread.classList.add("runs");
}

// stopped for good by any touch, key or scroll on the sheet
function stop() {
  clearTimeout(timer);
  began = 0;
  sheet()?.querySelector(".go-on i")?.remove();
}

function goOn() {
  sheet()?.querySelector(".go-on").click();
}

for (const touch of ["pointerdown", "keydown", "wheel", "scroll"]) {
  document.addEventListener(touch, (event) => { if (began && sheet()?.contains(event.target)) stop(); }, { capture: true, passive: true });
}
document.addEventListener("keydown", (event) => {
  const isElsewhere = event.target.closest("a, button, input, select, textarea, summary, label") || document.querySelector(":modal, :popover-open");
  if (!sheet() || sheet().hidden || isElsewhere || !["Enter", "Escape"].includes(event.key)) return;
  event.preventDefault();
  goOn();
});
document.addEventListener("click", (event) => {
  if (!event.defaultPrevented || !event.target.closest(".summary .go-on")) return; // without a connection the page is loaded again
  sheet().hidden = true;
  promptOf()?.focus({ preventScroll: true });
});

// What a line of the sheet speaks of is lit on the board
function point(event) {
  const line = event.target.closest?.(".summary [data-lights]");
  if (!line && event.type !== "pointerover") return;
  document.querySelectorAll("#board .lit").forEach((lit) => lit.classList.remove("lit"));
  if (!line) return;
  for (const other of sheet().querySelectorAll("[data-lights]")) other.setAttribute("aria-pressed", other === line);
  for (const lit of document.querySelectorAll(`#board [data-at~="${CSS.escape(line.dataset.lights)}"]`)) lit.classList.add("lit");
}
for (const touch of ["pointerover", "focusin", "click"]) document.addEventListener(touch, (event) => { if (sheet()) point(event); });

document.addEventListener("shown", look);
if (sheet()) rise(sheet());
