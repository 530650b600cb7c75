import type { JsonValue } from '../../kernel/json.js';

/** Whether a value has more than about `limit` bytes as JSON; looks no further than that. */
export function isLargerThan(value: JsonValue, limit: number): boolean {
  const open: unknown[] = [value];
  let size = 0;
  while (open.length > 0) {
    const one = open.pop();
    size += typeof one === 'string' ? one.length + 2 : 4;
    if (typeof one === 'object' && one !== null)
      for (const [name, member] of Object.entries(one)) {
        size += Array.isArray(one) ? 1 : name.length + 3;
        open.push(member);
      }
    if (size > limit) return true;
  }
  return false;
}
