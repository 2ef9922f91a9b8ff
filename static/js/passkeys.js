// Passkeys: the browser has the device make one, or sign with one, and the form takes the answer along.
// A form has data-passkey="create" or "get", and data-options, or data-options-from: where to fetch them.

const toBytes = (text) => {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
};

const toText = (buffer) => {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

const withBytes = (descriptors) =>
  (descriptors ?? []).map(({ id, type, transports }) => ({ id: toBytes(id), type, transports }));

const decoded = ({ publicKey }) => ({
  ...publicKey,
  challenge: toBytes(publicKey.challenge),
  ...(publicKey.user && { user: { ...publicKey.user, id: toBytes(publicKey.user.id) } }),
  ...(publicKey.excludeCredentials && { excludeCredentials: withBytes(publicKey.excludeCredentials) }),
  ...(publicKey.allowCredentials && { allowCredentials: withBytes(publicKey.allowCredentials) }),
});

const encoded = (credential) => {
  const response = {};
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const wanted = credential.response.attestationObject ? parts.slice(0, 2) : parts;
  for (const part of wanted) {
    if (credential.response[part]) response[part] = toText(credential.response[part]);
  }
  return JSON.stringify({
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  });
};

const optionsOf = async (form) => {
  if (form.dataset.options) return JSON.parse(form.dataset.options);
  const answer = await fetch(form.dataset.optionsFrom, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return (await answer.json()).request_options;
};

if (window.PublicKeyCredential) {
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const problem = form.querySelector("[data-passkey-problem]");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      problem.hidden = true;
      try {
        const options = { publicKey: decoded(await optionsOf(form)) };
        const credential = await navigator.credentials[form.dataset.passkey](options);
        form.elements.credential.value = encoded(credential);
        form.submit();
      } catch {
        // Cancelled, timed out, or no passkey for this site on the device: the browser has said why.
        problem.hidden = false;
      }
    });
    form.hidden = false;
  }
  for (const hint of document.querySelectorAll("[data-passkey-hint]")) hint.hidden = true;
}
