/**
 * All that the pages do with JavaScript, and none of them needs: a button beside each password that shows it, and hides it again before the
 * form is sent, so that no browser keeps it as an ordinary text.
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
`;
