// Keeps the screen of a tournament up to date, without a flicker: what has changed is put in place of what was there.

const PAUSE = 10_000; // milliseconds

async function look() {
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [here, now] = [document, page].map((one) => one.getElementById("projector"));
    if (now && now.innerHTML !== here.innerHTML) here.replaceChildren(...now.childNodes);
  } catch {
    // no connection: what is there stays, and it is tried again
  }
}

setInterval(look, PAUSE);
