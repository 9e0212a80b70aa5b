// A lesson without loading its page anew. Without it every step is a link or a form.

const CHANGING = ["spotlight", "large", "board", "teacher", "notice"];
const still = matchMedia("(prefers-reduced-motion: reduce)");
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
  document.getElementById("lesson").focus({ preventScroll: true });
}

// "Show me" goes on by itself, and takes back what it has shown.
function play() {
  const next = document.getElementById("teacher").dataset.next;
  if (next) timer = setTimeout(() => go(next), 2 * pause);
}

addEventListener("submit", (event) => {
  const address = event.target.getAttribute("action"); // its buttons are called "action" too
  if (event.defaultPrevented || !address?.startsWith("/learn/")) return;
  event.preventDefault();
  go(address, new URLSearchParams(new FormData(event.target, event.submitter)));
});

addEventListener("click", (event) => {
  const link = event.target.closest(".teach .pace a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || link.pathname.split("/").length < 4) return;
  event.preventDefault();
  go(link.href);
});

// Things that can be found are pressed on the board itself, whatever else lies there and a press would do.
addEventListener("click", (event) => {
  if (!event.target.closest("#board") || !document.querySelector("#answers [data-press]")) return;
  const there = [event.target, ...document.elementsFromPoint(event.clientX, event.clientY)];
  const marks = there.flatMap((one) => one.closest("#board [data-at]")?.dataset.at.split(" ") ?? []);
  const answers = marks.map((at) => document.querySelector(`#answers [data-press="${CSS.escape(at)}"]:enabled`));
  const answer = answers.find((one) => one);
  if (!answer) return;
  event.preventDefault();
  event.stopPropagation();
  answer.click();
}, true);

play();
