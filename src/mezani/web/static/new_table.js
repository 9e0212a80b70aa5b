// Lets the band of a new table, and its folds, say what is chosen. The server says it, as it does without scripts.

const form = document.getElementById("new-table");
const said = ([name]) => !/^(name-|key$)/.test(name);
const short = ([name, value]) => [name, value.slice(0, 40)]; // of a map it matters only that there is one
let asked;

form.addEventListener("change", async () => {
  asked?.abort();
  asked = new AbortController();
  const chosen = new URLSearchParams([...new FormData(form)].filter(said).map(short));
  try {
    const answer = await fetch(`${form.getAttribute("action")}?${chosen}`, { signal: asked.signal });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of document.querySelectorAll("[data-says]")) {
      part.replaceChildren(...(page.getElementById(part.id)?.childNodes ?? part.childNodes));
    }
  } catch {
    // another choice came, or there is no connection: what was chosen is sent with the form
  }
});
