/** Markup that is safe to send. Only `html` makes it. */
export class Html {
  constructor(readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** Builds markup; every value that is not markup itself is escaped, for element content and quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  let markup = strings[0] ?? '';
  for (const [index, value] of values.entries()) markup += render(value) + (strings[index + 1] ?? '');
  return new Html(markup);
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  return typeof part === 'object' ? part.map(render).join('') : escape(String(part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
