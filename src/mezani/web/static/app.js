// The installed app: lets the service worker be there, and its sign show how many tables wait.

const waiting = Number(document.querySelector("meta[name=waiting]")?.content ?? 0);

if (isSecureContext && navigator.serviceWorker) {
  const lang = document.documentElement.lang;
  navigator.serviceWorker.register(`/service-worker.js?lang=${lang}`, { updateViaCache: "none" }).catch(() => {}); // e.g. in private windows
}
if (navigator.setAppBadge) (waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge()).catch(() => {});
if ("offline" in document.body.dataset) addEventListener("online", () => location.reload());
