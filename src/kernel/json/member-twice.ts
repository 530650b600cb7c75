import { ExactNumber } from './exact-number.js';
import { JsonMeter } from './json-meter.js';

const unbounded = {
  maxDepth: Infinity,
  maxElements: Infinity,
  elementsVariable: 'MAX_RESULT_ELEMENTS',
} as const;

/** Whether an object in JSON has a member twice; `value` is what was read from it. Readers differ on which of the two counts. */
export function holdsMemberTwice(json: Buffer, value: unknown): boolean {
  const meter = new JsonMeter(unbounded);
  meter.add(json);
  return meter.members !== membersOf(value);
}

/** The members of all objects in a value. Without recursion: servers nest as they like. */
function membersOf(value: unknown): number {
  let members = 0;
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null || one instanceof ExactNumber) continue;
    const inside: readonly unknown[] = Object.values(one);
    if (!Array.isArray(one)) members += inside.length;
    for (const member of inside) open.push(member);
  }
  return members;
}
