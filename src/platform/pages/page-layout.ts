import { maxPasswordLength, minPasswordLength } from '../../kernel/password-rules.js';
import { html, type Html } from './page-html.js';

/** What stands on a page, inside its one card. */
export interface PageContent {
  /** The question, as heading and title. */
  readonly heading: string;
  readonly body: Html;
  readonly footer?: Html;
  /** Where the answer to its form may lead, besides here: sources of the policy's `form-action`. */
  readonly formTargets?: readonly string[];
}

/** Two legs, a roof beam, a hanging load. */
const mark = html`<svg
  class="mark"
  viewBox="0 0 22 22"
  width="22"
  height="22"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  aria-hidden="true"
>
  <path d="M1 22V5M21 22V5M0 5h22M1 5l10-4 10 4M11 5v6M8 12h6v5H8z" />
</svg>`;

/** A whole document. `prefix` stands before the paths of our own files: the path of PUBLIC_URL. */
export function layout({ heading, body, footer }: PageContent, prefix: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${heading} · Gantry</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" type="image/svg+xml" href="${prefix}/gantry.svg" />
        <link rel="stylesheet" href="${prefix}/pages.css" />
        ${/ type="password"| data-passkey="/.test(body.markup) ? html`<script src="${prefix}/pages.js" defer></script>` : ''}
      </head>
      <body>
        <main>
          <p class="brand">${mark} Gantry</p>
          <section class="card" aria-labelledby="question">
            <h1 id="question">${heading}</h1>
            ${body}
          </section>
          ${footer === undefined ? '' : html`<footer>${footer}</footer>`}
        </main>
      </body>
    </html>`.markup.replace(/\n\s*/g, '\n');
}

/** Facts as a list of names and values. */
export function facts(rows: readonly (readonly [name: string, value: string])[]): Html {
  return html`<dl>
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** What went wrong with the form as a whole; announced by screen readers. */
export function alert(text: string | Html): Html {
  return html`<p class="error" role="alert">${text}</p>`;
}

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly value?: string;
  readonly hint?: string;
  /** What is wrong with the value that was sent. */
  readonly error?: string | undefined;
  readonly autocomplete: string;
  readonly minlength?: number;
  readonly maxlength: number;
  readonly className?: string;
  readonly focus?: boolean;
}

/** A labelled input with its hint and error beside it. */
export function field(of: Field): Html {
  const described = [
    of.hint === undefined ? '' : `${of.name}-hint`,
    of.error === undefined ? '' : `${of.name}-error`,
  ];
  const describedBy = described.filter(Boolean).join(' ');
  return html`<p class="field">
    <label for="${of.name}">${of.label}</label>
    <input
      id="${of.name}"
      name="${of.name}"
      type="${of.type ?? 'text'}"
      value="${of.value ?? ''}"
      autocomplete="${of.autocomplete}"
      maxlength="${of.maxlength}"
      ${of.minlength === undefined ? '' : html`minlength="${of.minlength}"`}
      ${of.className === undefined ? '' : html`class="${of.className}"`}
      ${describedBy === '' ? '' : html`aria-describedby="${describedBy}"`}
      ${of.error === undefined ? '' : html`aria-invalid="true"`}
      ${of.focus === true ? html`autofocus` : ''}
      required
    />
    ${of.hint === undefined ? '' : html`<small id="${of.name}-hint">${of.hint}</small>`}
    ${
      of.error === undefined
        ? ''
        : html`<span class="error" role="alert" id="${of.name}-error">${of.error}</span>`
    }
  </p>`;
}

/** The field for a password that is to be. */
export function newPasswordField(error: string | undefined): Html {
  return field({
    ...{ name: 'password', label: 'New password', type: 'password', error },
    hint: `At least ${String(minPasswordLength)} characters. A few words are fine.`,
    ...{ autocomplete: 'new-password', minlength: minPasswordLength, maxlength: maxPasswordLength },
  });
}
