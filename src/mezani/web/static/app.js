// The installed app: lets the service worker be there, its sign show how many tables wait, and takes away notices of what is seen.

if (isSecureContext && navigator.serviceWorker) {
  const lang = document.documentElement.lang;
  navigator.serviceWorker.register(`/service-worker.js?lang=${lang}`, { updateViaCache: "none" }).catch(() => {}); // e.g. in private windows
}

function showWaiting(count) {
  if (navigator.setAppBadge) (count ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {});
}
showWaiting(Number(document.querySelector("meta[name=waiting]")?.content ?? 0));

// At a table the number changes without a new page: those that wait elsewhere, and perhaps this one
document.addEventListener("shown", () => {
  const others = document.getElementById("next_table");
  if (others) showWaiting(Number(others.querySelector(".waits")?.textContent ?? 0) + document.querySelectorAll("#prompt.you").length);
});

async function closeSeen() {
  if (document.hidden || !navigator.serviceWorker) return;
  const notices = (await (await navigator.serviceWorker.getRegistration().catch(() => null))?.getNotifications()) ?? [];
  for (const notice of notices) if (notice.data?.path === location.pathname) notice.close();
}
document.addEventListener("visibilitychange", closeSeen);
closeSeen();

// On the page without a connection: look whether the house is there again
async function look() {
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}
if ("offline" in document.body.dataset) {
  addEventListener("online", look);
  setInterval(look, 3000);
}
