// Applies the fragments that the server sends, and sends forms over the same line. Without it every page works by reloading.

const page = document.body.dataset;
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const still = matchMedia("(prefers-reduced-motion: reduce)");
const STOPS = 1012; // the code of a server that stops: another one may be there at once
let socket = null;
let lost = 0;
const address = new URLSearchParams((page.live ?? "").split("?")[1]);
let shown = Number(address.get("after") ?? 0);
let heard = address.get("heard") ?? ""; // what the log shows of all that is said
let queue = Promise.resolve();
let pending = 0;
let isBack = false; // whether the line was lost and is there again
let travel = null; // while cards are on their way
let sent = []; // what was done in the last seconds and has no answer: sent again over a new line, and done once by its key

function connect() {
  const address = new URL(page.live, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.searchParams.set("after", shown);
  address.searchParams.set("heard", heard);
  address.searchParams.set("hidden", document.hidden ? 1 : 0);
  address.searchParams.set("summary", document.getElementById("summary")?.dataset.number ?? "");
  socket = new WebSocket(address);
  socket.onopen = () => {
    if (isBack) sent.filter((deed) => Date.now() - deed.at < 20000).forEach((deed) => socket.send(deed.text));
    isBack = true;
    lost = 0;
    tellConnection();
  };
  socket.onmessage = (message) => {
    document.dispatchEvent(new CustomEvent("heard", { detail: message.data }));
    pending += 1;
    queue = queue.then(() => show(message.data)).catch(console.error).finally(() => { pending -= 1; });
  };
  socket.onclose = async (event) => {
    if (event.code === 4404 || event.code === 4401) return location.reload();
    if (event.code !== STOPS) lost += 1;
    tellConnection();
    await wait(pauseBefore(event.code) * (0.5 + Math.random())); // not all screens come back at the same moment
    connect();
  };
}

function pauseBefore(code) {
  return code === STOPS ? 100 : Math.min(5000, 250 * 2 ** Math.min(lost, 5));
}

// A page has just come, and its line with it: what is asked for meanwhile need not load it again
function opened(line) {
  if (line.readyState === WebSocket.OPEN) return Promise.resolve(line);
  return new Promise((done, failed) => {
    line.addEventListener("open", () => done(line));
    line.addEventListener("error", failed);
  });
}

function perform(fields) {
  const text = JSON.stringify(fields);
  sent = [...sent.slice(-9), { text, key: fields.key, at: Date.now() }];
  socket.send(text);
}

function tellConnection() {
  const sign = document.getElementById("connection");
  sign.hidden = lost < 2;
  sign.textContent = lost < 2 ? "" : sign.dataset.lost;
  document.dispatchEvent(new CustomEvent("line", { detail: socket?.readyState === WebSocket.OPEN }));
}

async function show(html) {
  const fragments = document.createElement("template");
  fragments.innerHTML = html;
  const head = fragments.content.querySelector("meta[name=turn]");
  const missed = fragments.content.querySelector("#missed");
  const answered = [...fragments.content.querySelectorAll("meta[name=answer]")].map((answer) => answer.dataset.key);
  sent = sent.filter((deed) => !answered.includes(deed.key));
  const apply = () => {
    placeAll([...fragments.content.children]);
    document.dispatchEvent(new Event("shown"));
  };
  const onBoard = [...fragments.content.children].some((fragment) => document.getElementById(fragment.id)?.closest("#board"));
  const rises = fragments.content.querySelector(".summary") && !document.querySelector(".summary");
  const isCovered = document.hidden || rises || document.querySelector(":modal, :popover-open");
  const hurries = page.pace === "turn" && head?.dataset.yours !== "1"; // straight to the next turn
  if (onBoard && pending < 3 && document.startViewTransition && !still.matches && !isCovered && !hurries) {
    document.documentElement.dataset.hurried = pending > 1 ? "1" : ""; // the next step is here already
    travel = document.startViewTransition(apply);
    travel.ready.catch(() => {}); // a press has ended it before it began
    await travel.finished;
    travel = null;
  } else apply();
  if (missed) showMissed();
  if (fragments.content.querySelector("meta[name=moment]")) await wait(Number(page.pause)); // a trick that ended a hand
  if (!head) return;
  document.getElementById("moves")?.removeAttribute("aria-busy");
  shown = Number(head.dataset.after);
  heard = head.dataset.heard;
  document.title = head.dataset.title;
  if (head.dataset.yours === "1") callPlayer();
  else document.documentElement.dataset.called = "";
  if (head.dataset.pause === "1") await wait(Number(page.pause));
}

// A look at the page after a change, and the going of what has the focus, lay the page out anew.
// So what is scrolled is noted first, what has the focus goes first, and the end of the log and the focus come last.
function placeAll(fragments) {
  const scrolled = new Map(fragments.map((fragment) => [fragment, document.getElementById(fragment.id)?.firstElementChild?.scrollTop ?? 0]));
  const target = document.querySelector(":target");
  const held = fragments.find((fragment) => fragment.id && document.getElementById(fragment.id)?.contains(document.activeElement));
  const focus = held && pathOf(document.activeElement);
  for (const fragment of held ? [held, ...fragments.filter((fragment) => fragment !== held)] : fragments) place(fragment, scrolled.get(fragment));
  if (target && !target.isConnected && location.hash === `#${target.id}`) location.replace(location.hash); // its tab stays open
  follow();
  const asks = fragments.map((fragment) => fragment.querySelector("[autofocus]")).find(Boolean);
  if (asks) asks.focus();
  else if (held) (held.matches(focus) ? held : held.querySelector(focus) ?? document.querySelector("#moves button, #prompt"))?.focus({ preventScroll: true });
}

function place(fragment, scrolled) {
  if (fragment.tagName === "META") return;
  if (fragment.dataset.turned) return fragment.querySelectorAll("li").forEach(turn);
  const old = document.getElementById(fragment.dataset.into ?? fragment.id);
  if (!old) return;
  if (fragment.dataset.into) {
    if (!fragment.dataset.fresh) countUnseen(fragment.querySelectorAll(".said").length);
    else old.replaceChildren();
    old.append(...fragment.childNodes);
    return;
  }
  if (fragment.id === "reason") {
    old.replaceChildren(...fragment.childNodes);
    old.dispatchEvent(new Event("told"));
    return;
  }
  const picked = [...old.querySelectorAll("input:checked")].map(pathOf);
  const isRead = old.matches(":popover-open");
  const said = old.querySelector("#say")?.value;
  old.replaceWith(fragment);
  if (said && fragment.querySelector("#say")) fragment.querySelector("#say").value = said;
  if (isRead) fragment.showPopover();
  for (const path of fragment.querySelector("input:checked") ? [] : picked) fragment.querySelector(path)?.click();
  if (old.open) fragment.open = true;
  if (scrolled && fragment.firstElementChild) fragment.firstElementChild.scrollTop = scrolled;
}

// A line whose cards lie face down by now, or open again: nobody is told of it
function turn(line) {
  const old = document.getElementById(line.id);
  if (!old) return;
  old.ariaLive = "off";
  old.dataset.at = line.dataset.at;
  old.replaceChildren(...line.childNodes);
}

function pathOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const value = element.getAttribute("value");
  return element.name && value !== null ? `[name="${CSS.escape(element.name)}"][value="${CSS.escape(value)}"]` : element.tagName.toLowerCase();
}

// The log follows the game while its end is in sight, whatever grows or shrinks beside it
let atEnd = true;
let height = 0;

function follow() {
  const log = document.getElementById("log");
  if (atEnd) log.scrollTop = log.scrollHeight;
  height = log.clientHeight;
}

function letLogFollow(log) {
  log.addEventListener("scroll", () => { // by a person, not by a change of its size
    if (log.clientHeight === height) atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  });
  new ResizeObserver(follow).observe(log);
}

// Something said while the log is out of sight is counted on its tab
function countUnseen(more) {
  const sign = document.getElementById("unread");
  if (!sign || !more || document.getElementById("log").checkVisibility()) return;
  const count = Number(sign.firstElementChild.textContent) + more;
  sign.firstElementChild.textContent = count;
  sign.hidden = false;
}

function seeAll() {
  const sign = document.getElementById("unread");
  if (!sign || !document.getElementById("log").checkVisibility()) return;
  sign.hidden = true;
  sign.firstElementChild.textContent = "";
}

// "Your turn": in the title (by the server), by a sound, and by a notification if the page is hidden
function callPlayer() {
  if (document.documentElement.dataset.called === String(shown)) return;
  const first = document.documentElement.dataset.called === undefined;
  document.documentElement.dataset.called = String(shown);
  if (first) return;
  if (page.sound === "1") document.dispatchEvent(new CustomEvent("chime", { detail: Number(page.loudness) }));
  if (page.notify === "1" && document.hidden && window.Notification?.permission === "granted") {
    new Notification(page.yourTurn, { body: document.title, tag: location.pathname });
  }
}

// A line of the log lights what it speaks of on the board: the cards or places, else who acts
function pointAt(line) {
  document.querySelectorAll(".lit").forEach((lit) => lit.classList.remove("lit"));
  const spoken = line?.dataset.at?.split(" ") ?? [];
  const found = (tokens) => tokens.flatMap((token) => [...document.querySelectorAll(`:is(#board, #score) [data-at~="${CSS.escape(token)}"]`)]);
  const things = found(spoken.filter((token) => !token.startsWith("seat-")));
  for (const lit of things.length ? things : found(spoken)) lit.classList.add("lit");
}

function letLinesPoint(log) {
  const lineOf = (event) => event.target.closest?.("li[data-at]");
  log.addEventListener("pointerover", (event) => pointAt(lineOf(event)));
  log.addEventListener("pointerleave", () => pointAt(null));
  log.addEventListener("focusin", (event) => pointAt(lineOf(event)));
  log.addEventListener("focusout", () => pointAt(null));
  log.addEventListener("click", async (event) => {
    const line = lineOf(event);
    if (!line || document.getElementById("board").checkVisibility()) return;
    location.hash = "#board"; // on a phone the log has the whole window
    await wait(0);
    pointAt(line);
  });
  log.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    const lines = [...log.querySelectorAll("li[data-at]")];
    const here = lines.indexOf(document.activeElement);
    const next = here < 0 ? lines.at(-1) : lines[here + step];
    if (next) { next.focus(); event.preventDefault(); }
  });
}

// Since you were away: the board lights what the present line speaks of; arrows step, Escape ends it
function showMissed() {
  const line = document.querySelector("#missed .now");
  line?.scrollIntoView({ block: "nearest" });
  pointAt(line);
}

function letKeysStep() {
  const keys = { ArrowLeft: "back", ArrowRight: "forth", Escape: "done" };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    if (event.target.closest("input, textarea, select, dialog, #board [tabindex], #board button")) return;
    const open = document.querySelector(":modal, :popover-open, .menu[open]");
    const button = [...document.querySelectorAll(".missed-steps .btn")].find((one) => one.id.endsWith(keys[event.key]) && one.checkVisibility());
    if (open || !button) return;
    event.preventDefault();
    button.click();
  });
  document.addEventListener("visibilitychange", () => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: document.hidden ? "hide" : "reveal" }));
  });
}

// A card that is on its way can't be hit: a press ends the way, and goes to what lies there
function letTravellersBeHit() {
  let pressed = false;
  addEventListener("pointerdown", () => { pressed = travel !== null; travel?.skipTransition(); }, true);
  addEventListener("click", (event) => {
    if (!pressed) return;
    pressed = false;
    const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("button, label, a, summary, input, select");
    if (hit && !hit.contains(event.target)) hit.click();
  }, true);
}

// Somebody may be away for longer than was agreed: the server says what can be done then
function askWhenDue() {
  setInterval(() => {
    const due = document.querySelector("#board [data-due]")?.dataset.due;
    if (due && Date.now() / 1000 >= due && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: "again" }));
  }, 20000);
}

if (page.live) {
  connect();
  askWhenDue();
  letTravellersBeHit();
  const log = document.getElementById("log");
  letLogFollow(log);
  letLinesPoint(log);
  letKeysStep();
  showMissed();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.do || socket?.readyState !== WebSocket.OPEN) return;
    event.preventDefault();
    if (form.dataset.do === "play" && form.ariaBusy === "true") return; // until the answer is on the screen
    const fields = { ...Object.fromEntries(new FormData(form, event.submitter)), key: freshKey() };
    document.getElementById("notice").replaceChildren();
    perform({ do: form.dataset.do, ...fields });
    if (form.dataset.do === "play") form.ariaBusy = "true";
    if (["say", "comment"].includes(form.dataset.do)) form.reset();
  });
  // looking closer at something, and at a summary, shows it without loading the page again
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-look], a[data-summary]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || socket.readyState > WebSocket.OPEN) return;
    event.preventDefault();
    const { look, summary } = link.dataset;
    const text = JSON.stringify(look === undefined ? { do: "summary", summary } : { do: "look", look });
    opened(socket).then((line) => line.send(text), () => location.assign(link.href));
  });
  const tabs = document.querySelectorAll(".tabs a[href^='#']");
  const mark = () => tabs.forEach((tab) => {
    const here = tab.getAttribute("href") === (location.hash || "#board");
    here ? tab.setAttribute("aria-current", "page") : tab.removeAttribute("aria-current");
    if (here && location.hash === "#talk") log.scrollTop = log.scrollHeight;
  });
  addEventListener("hashchange", () => { mark(); seeAll(); });
  mark();
}

document.querySelector("[data-asks=notification]")?.addEventListener("change", (event) => {
  if (event.target.checked) window.Notification?.requestPermission();
});
