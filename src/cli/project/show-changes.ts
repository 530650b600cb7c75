import { printable } from '../terminal/printable.js';
import type { Style } from '../terminal/style.js';
import type { ConfigDifference } from './config-diff.js';
import { isEqual } from './json-value.js';
import { readPointer } from './pointer.js';

const inlineWidth = 72;

/** Changes as lines with `+`, `-` and `~`: where, then what was and what is there. */
export function changeLines(changes: readonly ConfigDifference[], style: Style): string[] {
  return changes.flatMap((change) => {
    const where = displayPath(change.path);
    switch (change.op) {
      case 'add':
        return withValue(`+ ${where}`, '+', change.after, style.green);
      case 'remove':
        return withValue(`- ${where}`, '-', change.before, style.red);
      case 'replace':
        return [style.yellow(`~ ${where}`), ...replaced(change, style)];
    }
  });
}

/** `mcpServers.files.tools`; names with dots in quotes. */
export function displayPath(pointer: string): string {
  const names = readPointer(pointer).map((name) =>
    /^[\w$-]+$/.test(name) ? name : JSON.stringify(printable(name)),
  );
  return names.length === 0 ? '(everything)' : names.join('.');
}

function withValue(lead: string, sign: string, value: unknown, paint: (text: string) => string): string[] {
  const inline = JSON.stringify(value);
  if (lead.length + inline.length <= inlineWidth) return [paint(`${lead} ${printable(inline)}`)];
  return [paint(lead), ...valueLines(value, `${sign}   `).map(paint)];
}

function replaced({ before, after }: ConfigDifference, style: Style): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    const gone = before.filter((item) => !after.some((other) => isEqual(item, other)));
    const come = after.filter((item) => !before.some((other) => isEqual(item, other)));
    if (gone.length + come.length > 0)
      return [
        ...gone.flatMap((item) => valueLines(item, '-   ')).map(style.red),
        ...come.flatMap((item) => valueLines(item, '+   ')).map(style.green),
      ];
  }
  return [...valueLines(before, '-   ').map(style.red), ...valueLines(after, '+   ').map(style.green)];
}

function valueLines(value: unknown, lead: string): string[] {
  const inline = JSON.stringify(value);
  const text =
    typeof value === 'string' && value.includes('\n')
      ? value
      : inline.length <= inlineWidth
        ? inline
        : JSON.stringify(value, null, 2);
  return text.split('\n').map((line) => lead + printable(line));
}
