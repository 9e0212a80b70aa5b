// Asks before a deed in a dialog: the words are those of the page that asks where there is no script.

const dialog = document.createElement("dialog");
dialog.className = "asking";

async function ask(address) {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const question = page.querySelector("form.asks");
  if (!question) return location.assign(address);
  dialog.replaceChildren(document.adoptNode(question));
  dialog.setAttribute("aria-labelledby", "question");
  dialog.querySelector("a[data-cancel]")?.addEventListener("click", (event) => { event.preventDefault(); dialog.close(); });
  dialog.showModal();
}

document.body.append(dialog);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-ask]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  ask(link.href);
});
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-ask]");
  if (!form) return;
  event.preventDefault();
  ask(`${form.action}?${new URLSearchParams(new FormData(form))}`);
});
