// A page that can be printed offers it where a script can do it.

for (const button of document.querySelectorAll("[data-prints]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
