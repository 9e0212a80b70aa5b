// The page on which people say how they are told: this browser is asked only when it is switched on.

const row = document.getElementById("this-browser");
const toggle = row.querySelector("input");
const states = [...row.querySelectorAll("[data-state]")];
const isPhone = /iPhone|iPad|Android/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && /Mac/.test(navigator.userAgent));
const isApp = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;

function show(state) {
  for (const one of states) one.hidden = one.dataset.state !== state;
  toggle.checked = state === "on";
  toggle.disabled = ["insecure", "missing", "install", "refused", "script"].includes(state);
  row.querySelector("button").hidden = state !== "on";
}

function bytes(text) {
  const padded = text.replace(/-/g, "+").replace(/_/g, "/").padEnd(Math.ceil(text.length / 4) * 4, "=");
  return Uint8Array.from(atob(padded), (letter) => letter.charCodeAt(0));
}

async function deviceOf(endpoint) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("").slice(0, 32);
}

async function subscription() {
  return (await navigator.serviceWorker.ready).pushManager.getSubscription();
}

async function send(path, facts) {
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams(facts), redirect: "manual" });
  if (answer.type !== "opaqueredirect") throw new Error(`status ${answer.status}`);
}

// Whether this browser is told, and which of the devices on the page it is
async function look() {
  if (!isSecureContext) return show("insecure");
  if (!window.PushManager || !navigator.serviceWorker) return show(isPhone && !isApp ? "install" : "missing");
  if (Notification.permission === "denied") return show("refused");
  const known = await subscription();
  const mine = known && document.querySelector(`[data-device="${await deviceOf(known.endpoint)}"]`);
  if (!mine || mine.dataset.on !== "1" || Notification.permission !== "granted") return show("off");
  if (mine.dataset.lang !== document.documentElement.lang) await tellHere(known); // in the language that is read now
  mine.hidden = true;
  row.querySelector("button").value = mine.dataset.channel;
  return show("on");
}

async function tellHere(known) {
  const { endpoint, keys } = known.toJSON();
  await send("/notifications/device", { endpoint, ...keys });
}

async function switchOn() {
  if ((await Notification.requestPermission()) !== "granted") return look();
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = (await pushManager.getSubscription()) ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(row.dataset.key) }));
  await tellHere(known);
  return location.reload();
}

async function switchOff() {
  const known = await subscription();
  if (known) {
    await send("/notifications/device/end", { endpoint: known.endpoint });
    await known.unsubscribe();
  }
  return location.reload();
}

toggle.addEventListener("change", async () => {
  try {
    await (toggle.checked ? switchOn() : switchOff());
  } catch (problem) {
    console.warn(problem);
    show("failed");
  }
});

// One's own time zone, unless it was chosen; the app, where the browser offers to install it
const zone = document.querySelector("select[data-guess]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone && [...zone.options].some((option) => option.value === here)) zone.value = here;

const install = document.getElementById("install");
addEventListener("beforeinstallprompt", (offer) => {
  offer.preventDefault();
  install.hidden = false;
  install.onclick = async () => {
    offer.prompt();
    install.hidden = (await offer.userChoice).outcome === "accepted";
  };
});
if (isApp) document.getElementById("installed").hidden = false;

document.getElementById("listen").addEventListener("click", () => {
  document.dispatchEvent(new CustomEvent("chime", { detail: Number(document.getElementById("loudness").value) }));
});
document.getElementById("listen").hidden = false;

look();
