/**
 * Text that somebody else wrote, fit for a terminal: escape sequences and other control characters could move the cursor, change the
 * title or hide text.
 */
export function printable(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** The same in one line. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, ' ').trim();
}

/** Cuts at the width of the terminal. Wide characters count as one: the last column may then wrap, nothing worse. */
export function cut(text: string, width: number): string {
  const characters = Array.from(text);
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** Text for a value of JSON: a string as it is, nothing for nothing. */
export function printableText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
