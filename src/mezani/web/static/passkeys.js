// Makes a passkey and signs in with one. The server asks and checks; the browser does what only it can do.

const { create, get, prepares } = window.PublicKeyCredential
  ? {
      create: (options) => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
      get: (options) => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
      prepares: "parseCreationOptionsFromJSON" in PublicKeyCredential,
    }
  : { prepares: false };

async function ask(path, given) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) });
  const said = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(said.sentence ?? "");
  return said;
}

async function press(button) {
  const form = button.form ?? button.closest("form");
  if (form && !form.reportValidity()) return;
  const name = form?.elements.name?.value ?? "";
  const isNew = button.dataset.passkey === "make";
  const options = await ask(isNew ? "/you/passkey/offer" : "/sign-in/passkey/ask", { name });
  const answer = (await (isNew ? create : get)(options)).toJSON();
  const { to } = await ask(isNew ? "/you/passkey" : "/sign-in/passkey", { name, answer, back: button.dataset.back });
  location.assign(to);
}

for (const note of document.querySelectorAll("[data-no-passkeys]")) note.hidden = prepares;

for (const button of document.querySelectorAll("button[data-passkey]")) {
  button.hidden = !prepares;
  button.addEventListener("click", async (event) => {
    event.preventDefault();
    const problem = document.getElementById("problem");
    problem.textContent = "";
    button.disabled = true;
    try {
      await press(button);
    } catch (error) {
      problem.textContent = error instanceof DOMException || !error.message ? problem.dataset.otherwise : error.message;
    } finally {
      button.disabled = false;
    }
  });
}
