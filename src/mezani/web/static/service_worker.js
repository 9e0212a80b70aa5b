// Stands between the pages and the network: keeps files whose address changes with them and one page for when there is no
// connection, and shows what the house tells. Tables are never kept: they would be wrong a moment later.
// FILES, OFFLINE, ICON and VERSION stand before this.

const KEPT = `mezani-${VERSION}`;
const IS_FILE = /^\/(static|games)\//;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([...FILES, OFFLINE])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([forgetOld(), self.registration.navigationPreload?.enable()]).then(() => self.clients.claim()));
});

async function forgetOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("mezani-") && name !== KEPT).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageOf(event));
  else if (IS_FILE.test(address.pathname) && address.search) event.respondWith(fileOf(request));
});

// The browser asks for a page while this worker wakes up, where it can
async function pageOf(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return caches.match(OFFLINE);
  }
}

async function fileOf(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) kept.put(request, answer.clone()).catch(() => {}); // the disk may be full
  return answer;
}

// What the house tells: a title, a sentence, where it leads, and how many tables wait

self.addEventListener("push", (event) => {
  const told = read(event.data);
  event.waitUntil(Promise.all([
    self.registration.showNotification(told.title, {
      body: told.body, tag: told.tag, renotify: Boolean(told.tag), icon: ICON, badge: ICON, data: { path: told.path },
    }),
    showWaiting(told.waiting),
  ]));
});

function read(data) {
  try {
    return { title: "Mezani", body: "", path: "/", ...data.json() };
  } catch {
    return { title: "Mezani", body: "", path: "/" };
  }
}

async function showWaiting(count) {
  if (count === undefined || !navigator.setAppBadge) return;
  await (count ? navigator.setAppBadge(count) : navigator.clearAppBadge());
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data?.path ?? "/"));
});

async function goTo(path) {
  const address = new URL(path, location.origin);
  const target = address.origin === location.origin ? address : new URL("/", location.origin);
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((window) => new URL(window.url).pathname === target.pathname);
  return there ? there.focus() : self.clients.openWindow(target.href);
}

// The maker of the browser may change where it is told: the house has to know
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil((async () => {
    const options = event.oldSubscription?.options;
    const fresh = event.newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
    if (!fresh) return;
    const { endpoint, keys } = fresh.toJSON();
    await fetch("/notifications/device", { method: "POST", body: new URLSearchParams({ endpoint, ...keys }) });
  })());
});
