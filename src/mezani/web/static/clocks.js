// Lets clocks run between the messages of the server, whose time counts: each tick is worked out anew, so nothing drifts.

const said = document.getElementById("time-said");
const offsets = []; // the server's time less ours, as the last messages told it; what came fastest tells it best
let isConnected = true;
let timer = null;
let spoken = ""; // what was last said aloud, by the clock that it was about

function hear(at) {
  offsets.push(at - Date.now() / 1000);
  if (offsets.length > 20) offsets.shift();
}

const now = () => Date.now() / 1000 + (offsets.length ? Math.max(...offsets) : 0);
const clocks = () => document.querySelectorAll(".clock[data-left]");

function leftOf({ dataset }) {
  if (dataset.ends === undefined) return Number(dataset.left);
  return Math.max(0, Number(dataset.ends) - Math.max(now(), Number(dataset.still ?? 0)));
}

// As the server says it
function inWords(left, units) {
  if (!units) {
    const whole = Math.ceil(left);
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
    return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  }
  const whole = Math.ceil(left / 60);
  const names = units.split(" ");
  const numbers = [Math.floor(whole / 1440), Math.floor(whole / 60) % 24, whole % 60];
  const first = numbers.findIndex((number) => number);
  if (first < 0) return `0 ${names[2]}`;
  return [first, first + 1].filter((at) => numbers[at]).map((at) => `${numbers[at]} ${names[at]}`).join(" ");
}

function show(clock) {
  const { dataset, classList } = clock;
  const runs = dataset.ends !== undefined && !classList.contains("out");
  const stands = dataset.still !== undefined && Number(dataset.still) > now();
  const left = leftOf(clock);
  if (runs) {
    classList.toggle("held", stands);
    classList.toggle("on", !stands && isConnected && dataset.quiet === undefined);
    classList.toggle("low", !stands && isConnected && left <= Number(dataset.little));
    classList.toggle("guess", !isConnected);
  }
  const words = (runs && !isConnected ? "≈ " : "") + inWords(left, dataset.units);
  const text = clock.querySelector(".t");
  if (text.textContent !== words) text.textContent = words;
  if (dataset.own !== undefined && runs && !stands && isConnected) speak(clock, left);
  return runs && left > 0;
}

// At the beginning of one's turn, and once when little is left; not every second
function speak({ dataset }, left) {
  const isLittle = left <= Number(dataset.little);
  const about = `${isLittle ? "little" : "own"} ${dataset.ends}`;
  if (spoken === about) return;
  spoken = about;
  const words = isLittle && !dataset.units ? said.dataset.seconds : isLittle ? said.dataset.little : said.dataset.own;
  said.textContent = words.replace("{n}", Math.ceil(left)).replace("{time}", inWords(left, dataset.units));
}

// A board may show a clock in a second place
function copy() {
  for (const twin of document.querySelectorAll("[data-same-as]")) {
    const clock = document.getElementById(twin.dataset.sameAs);
    if (!clock) continue;
    twin.hidden = clock.hidden;
    if (twin.className !== clock.className) twin.className = clock.className;
    if (twin.innerHTML !== clock.innerHTML) twin.innerHTML = clock.innerHTML;
  }
}

function tick() {
  clearTimeout(timer);
  const running = [...clocks()].filter((clock) => clock.id && show(clock));
  copy();
  if (!running.length || document.hidden) return;
  const next = Math.min(...running.map((clock) => (clock.dataset.units ? 5 : leftOf(clock) % 1 || 1)));
  timer = setTimeout(tick, 1000 * next + 5);
}

function localTimes() {
  for (const time of document.querySelectorAll("time[data-clock-time]")) {
    time.textContent = new Date(1000 * time.dataset.clockTime).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  }
}

const told = document.querySelector("[data-now]");
if (told) hear(Number(told.dataset.now));
document.addEventListener("heard", ({ detail }) => {
  const at = /<meta name="now" data-at="([\d.]+)"/.exec(detail)?.[1];
  if (at) hear(Number(at));
});
document.addEventListener("line", ({ detail }) => { isConnected = detail; tick(); });
document.addEventListener("shown", () => { localTimes(); tick(); });
document.addEventListener("visibilitychange", tick);
localTimes();
tick();
