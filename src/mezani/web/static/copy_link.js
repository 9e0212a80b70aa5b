// Copies a link. Where the clipboard is out of reach, as on a plain network address, the field is selected and copied.

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copies]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    if (!document.execCommand("copy")) return;
  }
  const words = button.querySelector("span");
  button.dataset.copy ??= words.textContent;
  words.textContent = button.dataset.copied;
  setTimeout(() => { words.textContent = button.dataset.copy; }, 2000);
});
