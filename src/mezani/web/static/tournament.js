// Keeps what changes on the pages of a tournament up to date: parts that say `data-live`, by their ids. What is in use stays.

const PAUSE = 10_000; // milliseconds
const parts = [...document.querySelectorAll("[data-live]")];
const shown = new Map(parts.map((part) => [part, part.innerHTML]));

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of parts) {
      const now = page.getElementById(part.id);
      if (!now || now.innerHTML === shown.get(part) || part.contains(document.activeElement)) continue;
      shown.set(part, now.innerHTML);
      part.replaceChildren(...now.childNodes);
    }
  } catch {
    // no connection: what is there stays, and it is tried again
  }
}

setInterval(look, PAUSE);
document.addEventListener("visibilitychange", look);
