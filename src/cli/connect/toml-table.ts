import type { ConfigObject } from '../project/json-value.js';
import { isObject } from '../project/json-value.js';

/** `[a.b]` with its values: strings and tables of strings, in one line each. */
export function tomlTable(path: readonly string[], values: ConfigObject): string {
  const lines = Object.entries(values).map(([name, value]) => `${keyOf(name)} = ${valueOf(value)}`);
  return [`[${path.map(keyOf).join('.')}]`, ...lines].join('\n');
}

/** Whether the text has this table. */
export function hasTomlTable(text: string, path: readonly string[]): boolean {
  return text.split('\n').some((line) => isHeaderOf(line, path));
}

/** The text with this table in the place of the one that it has of that name, tables inside included, or at its end. */
export function withTomlTable(text: string, path: readonly string[], values: ConfigObject): string {
  let isInside = false;
  const kept: string[] = [];
  for (const line of text.split('\n')) {
    if (/^\s*\[/.test(line)) isInside = isHeaderOf(line, path);
    if (!isInside) kept.push(line);
  }
  const others = kept.join('\n').trimEnd();
  return `${others === '' ? '' : `${others}\n\n`}${tomlTable(path, values)}\n`;
}

/** `[a.b]`, `[ a."b" ]` and what stands inside of it: `[a.b.c]`. */
function isHeaderOf(line: string, path: readonly string[]): boolean {
  const header = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1];
  const names = header?.split('.').map((part) => part.trim().replace(/^(["'])(.*)\1$/, '$2'));
  return names !== undefined && path.every((name, index) => names[index] === name);
}

function keyOf(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}

function valueOf(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${keyOf(name)} = ${valueOf(member)}`);
  return `{ ${members.join(', ')} }`;
}
