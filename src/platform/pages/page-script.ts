/**
 * All that the pages do with JavaScript, and none of them needs: a button beside each password that shows it, and hides it again before the
 * form is sent, so that no browser keeps it as an ordinary text; and a form for passkeys, which browsers show to scripts alone.
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
const passkeyFor = async ({ dataset, elements }) => {
  const asked = await fetch(dataset.passkey, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ csrf: elements.csrf.value, ticket: elements.ticket?.value }),
  });
  const question = await asked.json();
  if (!asked.ok) throw new Error(question.detail ?? question.title);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(question);
  const { id, response } = await navigator.credentials.get({ publicKey });
  const parts = ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'];
  return JSON.stringify({ id, response: Object.fromEntries(parts.map((part) => [part, base64url(response[part])])) });
};
for (const form of document.querySelectorAll('form[data-passkey]')) {
  if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) continue;
  const [button, fault] = [form.querySelector('button'), form.querySelector('[role=alert]')];
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      form.elements.passkey.value = await passkeyFor(form);
      form.submit();
    } catch (error) {
      fault.textContent = error.name === 'NotAllowedError' ? 'No passkey was shown.' : error.message;
      fault.hidden = false;
      button.disabled = false;
    }
  });
}
`;
