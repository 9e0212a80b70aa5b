// The installed app: lets the service worker be there, and its sign show how many tables wait.

const waiting = Number(document.querySelector("meta[name=waiting]")?.content ?? 0);

if (isSecureContext && navigator.serviceWorker) {
  const lang = document.documentElement.lang;
  navigator.serviceWorker.register(`/service-worker.js?lang=${lang}`, { updateViaCache: "none" }).catch(() => {}); // e.g. in private windows
}
if (navigator.setAppBadge) (waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => {});

// On the page without a connection: look whether the house is there again
async function look() {
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}
if ("offline" in document.body.dataset) {
  addEventListener("online", look);
  setInterval(look, 3000);
}
