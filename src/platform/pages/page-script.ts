/**
 * All that the pages do with JavaScript, and none of them needs: a button beside each password that shows it, and hides it again before the
 * form is sent, so that no browser keeps it as an ordinary text; and forms for passkeys, which browsers make and show for scripts alone.
 */
export const pageScript = `'use strict';
for (const input of document.querySelectorAll('input[type=password]')) {
  const button = document.createElement('button');
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? 'Hide' : 'Show';
    button.setAttribute('aria-pressed', String(isShown));
  };
  button.type = 'button';
  button.className = 'show';
  button.setAttribute('aria-controls', input.id);
  button.setAttribute('aria-label', 'Show the password');
  button.addEventListener('click', () => show(input.type === 'password'));
  input.form.addEventListener('submit', () => show(false));
  show(false);
  const row = document.createElement('span');
  row.className = 'with-button';
  input.replaceWith(row);
  row.append(input, button);
}
const base64url = (buffer) =>
  buffer && btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '');
const questionOf = async (address, body) => {
  const asked = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gantry-console': '1' },
    body: JSON.stringify(body),
  });
  const question = await asked.json();
  if (!asked.ok) throw new Error(question.detail ?? question.title);
  return question;
};
const inJson = ({ id, response }, parts, more) =>
  JSON.stringify({ id, response: { ...Object.fromEntries(parts.map((part) => [part, base64url(response[part])])), ...more } });
const shownPasskey = async ({ dataset, elements }) => {
  const body = { csrf: elements.csrf.value, ticket: elements.ticket?.value };
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await questionOf(dataset.passkey, body));
  const shown = await navigator.credentials.get({ publicKey });
  return inJson(shown, ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']);
};
const madePasskey = async ({ dataset, elements }) => {
  const question = await questionOf(dataset.newPasskey, { password: elements.password.value });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(question);
  const made = await navigator.credentials.create({ publicKey });
  return inJson(made, ['clientDataJSON', 'attestationObject'], { transports: made.response.getTransports?.() ?? [] });
};
const faultOf = ({ name, message }, refused) =>
  name === 'NotAllowedError' ? refused : name === 'InvalidStateError' ? 'This device has a passkey of yours already.' : message;
const sendPasskey = async (form, button, ask, refused) => {
  const fault = form.querySelector('p[role=alert]');
  button.disabled = true;
  try {
    form.elements.passkey.value = await ask(form);
    if (form.elements.password) form.elements.password.disabled = true;
    form.submit();
  } catch (error) {
    fault.textContent = faultOf(error, refused);
    fault.hidden = false;
    button.disabled = false;
  }
};
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) continue;
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    sendPasskey(form, form.querySelector('button'), shownPasskey, 'No passkey was shown.');
  });
}
for (const form of document.querySelectorAll('form[data-new-passkey]')) {
  if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) continue;
  const button = form.querySelector('button.main');
  button.hidden = false;
  button.addEventListener('click', () => {
    if (!form.reportValidity()) return;
    form.action = form.dataset.passkeyAction;
    sendPasskey(form, button, madePasskey, 'No passkey was made.');
  });
}
`;
