// The rules open over the table, at the paragraph that a link names, and lead back: by a button, Escape, or the way back.

const over = document.getElementById("rules");
const page = over.querySelector(".page");

async function open(address) {
  try {
    if (!page.childElementCount) await load(address);
  } catch {
    location.assign(address);
    return;
  }
  if (!over.open) {
    over.showModal();
    history.pushState({ rules: true }, "");
  }
  show(decodeURIComponent(new URL(address).hash.slice(1)));
}

async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  const rules = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  rules.querySelector(".to-table")?.remove();
  rules.querySelectorAll('a[href^="/learn/"]').forEach((lesson) => { lesson.target = "lesson"; }); // the table stays
  page.replaceChildren(...rules.children);
}

function show(paragraph) {
  page.querySelector(".here")?.classList.remove("here");
  const there = paragraph && document.getElementById(paragraph);
  if (!there || !page.contains(there)) { page.scrollTop = 0; return; }
  there.classList.add("here");
  there.scrollIntoView({ block: "start" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const [path, paragraph] = link.getAttribute("href").split("#");
  if (over.contains(link) && !path && paragraph) show(paragraph);
  else if (path.startsWith("/rules/")) open(link.href);
  else return;
  event.preventDefault();
});
over.addEventListener("click", (event) => { if (event.target === over) over.close(); }); // beside the page
over.addEventListener("close", () => { if (history.state?.rules) history.back(); });
addEventListener("popstate", () => { if (over.open && !history.state?.rules) over.close(); });
