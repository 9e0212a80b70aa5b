// Cards read large: right click, hold or R opens one; arrows lead to the cards beside it; what can be done with it is done from there.

const HOLD = 500; // milliseconds
const SLIP = 10; // pixels that a holding finger may move
const READS = '[popovertarget^="card-"]';
const PLACES = [".hand", ".row.theirs", ".row.holy", ".row.mine", ".other .owned", ".me .owned", ".spread", "#discards", ".played", ".places", ".known"];
let place = null; // where the card that is read lies

const openCard = () => document.querySelector("dialog.read[open]");
const openerAt = (element) => (element?.closest?.("a") ? null : element?.closest?.(READS) ?? element?.closest?.(":is(.board, #discards) li")?.querySelector(READS));
const cardOf = (opener) => opener.getAttribute("popovertarget");
const openers = () => [...document.querySelectorAll(`${place} ${READS}`)];

function read(id) {
  openCard()?.close();
  const card = document.getElementById(id);
  card.showModal();
  dress(card);
  return card;
}

function leaf(step) {
  const cards = [...new Set(openers().map(cardOf))];
  if (cards.length < 2) return;
  const arrow = document.activeElement.dataset.leaf;
  const focusVisible = document.activeElement.matches(":focus-visible");
  const card = read(cards[(cards.indexOf(openCard().id) + step + cards.length) % cards.length]);
  card.querySelector(`[data-leaf="${arrow}"]`)?.focus({ focusVisible });
}

// The foot of the card: arrows where there are others, then its moves or why there are none
function dress(card) {
  const foot = card.querySelector(".close");
  if (!foot.querySelector(".leaf")) foot.prepend(document.getElementById("neighbours").content.cloneNode(true));
  const here = openers();
  foot.querySelector(".leaf").hidden = new Set(here.map(cardOf)).size < 2;
  const lies = here.find((opener) => cardOf(opener) === card.id)?.closest("li");
  const pressed = [...lies?.querySelectorAll('[form="moves"], label[for]') ?? []].map((use) => use.control ?? use);
  const uses = pressed.map((use) => (use.dataset.why ? refusal(use) : move(use)));
  const old = [...foot.querySelectorAll(":scope > .use")];
  if (old.map((use) => use.outerHTML).join() === uses.map((use) => use.outerHTML).join()) return;
  old.forEach((use) => use.remove());
  foot.append(...uses);
}

function move(use) {
  const button = document.createElement("button");
  button.className = "use btn main";
  button.setAttribute("form", "moves");
  Object.assign(button, { name: use.name, value: use.value });
  if (use.matches(".half-of")) {
    button.ariaLabel = use.ariaLabel;
    button.append(...[...use.querySelectorAll(".price-title, .num"), document.querySelector(".coin")].map((part) => part.cloneNode(true)));
  } else button.textContent = use.dataset.does ?? use.textContent;
  return button;
}

function refusal(use) {
  const why = document.createElement("p");
  why.className = "use why";
  why.textContent = `${use.dataset.why} `;
  const rule = document.createElement("a");
  Object.assign(rule, { href: `/rules/asante#${use.dataset.rule}`, target: "rules", textContent: use.dataset.rule });
  why.append(rule);
  return why;
}

addEventListener("click", (event) => {
  const card = openCard();
  const opener = event.target.closest(READS);
  if (card && (event.target.closest("[popovertargetaction=hide], .use.btn") || isBeside(card, event))) card.close();
  else if (event.target.closest("[data-leaf]")) leaf(Number(event.target.closest("[data-leaf]").dataset.leaf));
  else if (opener) {
    event.preventDefault();
    place = PLACES.find((place) => opener.closest(place));
    read(cardOf(opener));
  }
});

function isBeside(card, { target, clientX, clientY }) {
  const box = card.getBoundingClientRect();
  return target === card && (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom);
}

// Who read a card among the discards comes back to them
document.addEventListener("close", () => { if (place === "#discards" && !openCard()) document.querySelector(place).showPopover(); }, true);

addEventListener("contextmenu", (event) => {
  const opener = openerAt(event.target);
  if (!opener || event.shiftKey) return;
  event.preventDefault();
  clearTimeout(holding);
  opener.click();
});

addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (openCard()) {
    if (step) { leaf(step); event.preventDefault(); }
    return;
  }
  if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=radio]), textarea, select")) return;
  openerAt(attended)?.click();
}, true);

let attended = null; // what was last pointed at, or has got the focus
for (const attends of ["pointerover", "focusin"]) addEventListener(attends, (event) => { attended = event.target; });

// Holding a card with a finger reads it, and does not play it
let holding = 0;
let held = false;
let began = null;
addEventListener("pointerdown", (event) => {
  held = false;
  const opener = event.pointerType === "mouse" ? null : openerAt(event.target);
  if (!opener) return;
  began = event;
  holding = setTimeout(() => { held = true; opener.click(); }, HOLD);
});
addEventListener("pointermove", (event) => { if (began && Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) > SLIP) clearTimeout(holding); });
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => clearTimeout(holding));
addEventListener("click", (event) => {
  if (!held || !event.isTrusted) return;
  held = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// What happens meanwhile on the table also changes what can be done with the card that is read
new MutationObserver(() => { const card = openCard(); if (card) dress(card); }).observe(document.querySelector(".whole"), { childList: true, subtree: true });
