// Why something is not allowed is said beside what was pressed. It moves nothing, and goes with the next press.

const GAP = 8;
const reason = document.getElementById("reason");
let pressed = null; // what was pressed, and where it was

function say() {
  if (!reason.childElementCount) return;
  const there = pressed?.button.isConnected ? pressed.button : again(pressed);
  const box = there?.getBoundingClientRect();
  const at = box?.width ? box : pressed?.box ?? document.getElementById("board").getBoundingClientRect();
  reason.showPopover({ source: there ?? undefined });
  const { offsetWidth: width, offsetHeight: height } = reason;
  const above = at.top - height - GAP;
  const left = at.left + at.width / 2 - width / 2;
  reason.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
  reason.style.top = `${above >= GAP ? above : Math.max(GAP, Math.min(at.bottom + GAP, innerHeight - height - GAP))}px`;
}

// The same button where a board was drawn anew meanwhile
function again(was) {
  const { name, value } = was?.button ?? {};
  return name ? document.querySelector(`button[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`) : null;
}

function hush() {
  if (reason.matches(":popover-open")) reason.hidePopover();
  reason.replaceChildren();
}

reason.addEventListener("told", say);
addEventListener("submit", (event) => {
  hush();
  const button = event.submitter ?? event.target;
  pressed = { button, box: button.getBoundingClientRect() };
}, true);
addEventListener("click", (event) => { if (!reason.contains(event.target)) hush(); }, true);
addEventListener("keydown", (event) => { if (event.key === "Escape") hush(); });
addEventListener("resize", hush);
addEventListener("scroll", (event) => { if (pressed && event.target.contains?.(pressed.button)) hush(); }, true);
