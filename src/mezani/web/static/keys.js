// Keys of what forms ask for: the server does the same deed once, however often it is sent.

globalThis.freshKey = () => {
  const chance = crypto.getRandomValues(new Uint8Array(16));
  return `${Math.floor(Date.now() / 3600000).toString(16)}-${Array.from(chance, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
};

// Whoever comes back to a page that the browser has kept asks for something new
addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll("input[name=key]").forEach((field) => { field.value = freshKey(); });
});
