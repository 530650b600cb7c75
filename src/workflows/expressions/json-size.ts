import type { JsonValue } from '../../kernel/json/json.js';

/** Values of runs never change, so each is looked through once. */
const sizes = new WeakMap<object, number>();

/** About how many bytes a value has as JSON. */
export function sizeOf(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  let size = sizes.get(value);
  if (size === undefined) {
    size = 2;
    for (const [name, member] of Object.entries(value))
      size += (Array.isArray(value) ? 1 : name.length + 4) + sizeOf(member);
    sizes.set(value, size);
  }
  return size;
}
