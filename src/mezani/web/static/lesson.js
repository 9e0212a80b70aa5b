// A lesson, or an exercise, without loading its page anew. Without it every step is a link or a form.

const CHANGING = ["spotlight", "large", "board", "teacher", "notice"];
const still = matchMedia("(prefers-reduced-motion: reduce)");
const way = document.body.dataset.way; // all of the lesson, or of the exercise, has an address below this one
const pause = Math.max(900, Number(document.body.dataset.pause));
let timer = 0;
let asked = 0;

async function go(address, form) {
  clearTimeout(timer);
  const mine = ++asked;
  document.getElementById("teacher").setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, form ? { method: "POST", body: form } : {});
    const html = await answer.text();
    if (mine !== asked) return;
    const page = new DOMParser().parseFromString(html, "text/html");
    if (!page.getElementById("teacher")) return location.assign(answer.url);
    if (answer.status === 422) return refuse(page);
    await show(page);
    history.replaceState(null, "", answer.url);
    play();
  } catch {
    if (mine === asked) location.assign(form ? location.href : address);
  }
}

// Why a move is not allowed is said beside it; nothing else changes.
function refuse(page) {
  document.getElementById("teacher").removeAttribute("aria-busy");
  const reason = document.getElementById("reason");
  reason.replaceChildren(...document.adoptNode(page.getElementById("notice")).childNodes);
  reason.dispatchEvent(new Event("told"));
}

async function show(page) {
  const apply = () => {
    CHANGING.forEach((id) => document.getElementById(id).replaceWith(document.adoptNode(page.getElementById(id))));
    const whole = page.getElementById("whole") ?? document.getElementById("whole");
    document.getElementById("whole").className = whole.className;
    document.title = page.title;
  };
  if (document.startViewTransition && !still.matches && !document.hidden) await document.startViewTransition(apply).updateCallbackDone;
  else apply();
  (document.getElementById("verdict") ?? document.getElementById("lesson")).focus({ preventScroll: true });
}

// "Show me" goes on by itself, and takes back what it has shown.
function play() {
  const next = document.getElementById("teacher").dataset.next;
  if (next) timer = setTimeout(() => go(next), 2 * pause);
}

addEventListener("submit", (event) => {
  const address = event.target.getAttribute("action"); // its buttons are called "action" too
  if (event.defaultPrevented || !address?.startsWith(`${way}/`)) return;
  event.preventDefault();
  go(address, new URLSearchParams(new FormData(event.target, event.submitter)));
});

addEventListener("click", (event) => {
  const link = event.target.closest(".teach a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || !`${link.pathname}/`.startsWith(`${way}/`)) return;
  event.preventDefault();
  go(link.href);
});

// Things that can be found are pressed on the board itself, whatever else lies there and a press would do.
const room = (box) => box.width * box.height;
const holds = (box, { clientX: x, clientY: y }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;

addEventListener("click", (event) => {
  if (!event.target.closest("#board")) return;
  const found = [...document.querySelectorAll("#answers [data-press]:enabled")].flatMap((answer) =>
    [...document.querySelectorAll(`#board [data-at~="${CSS.escape(answer.dataset.press)}"]`)]
      .map((thing) => ({ answer, box: thing.getBoundingClientRect() }))
      .filter(({ box }) => holds(box, event)));
  const nearest = found.sort((one, other) => room(one.box) - room(other.box))[0];
  if (!nearest) return;
  event.preventDefault();
  event.stopPropagation();
  nearest.answer.click();
}, true);

play();
