import { ExactNumber, printJson } from './exact-number.js';
import { isJsonObject } from './json.js';

/** JSON whose text does not depend on the order of members, with the digits of numbers as they came. */
export function orderedJson(value: unknown): string {
  return printJson(inOrder(value));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isJsonObject(value) || value instanceof ExactNumber) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]));
}
