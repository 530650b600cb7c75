import type { Claims } from './proven-person.js';

const maxChars = 65_536;

/** Claims as they are kept: those that fit, in their order. */
export function keptClaims(claims: Claims): Claims {
  const kept: Record<string, unknown> = {};
  let left = maxChars;
  for (const [name, value] of Object.entries(claims)) {
    const size = name.length + JSON.stringify(value).length;
    if (size > left) continue;
    left -= size;
    kept[name] = value;
  }
  return kept;
}
