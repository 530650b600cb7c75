import { ExactNumber } from './exact-number.js';
import { JsonMeter } from './json-meter.js';

const unbounded = {
  maxDepth: Infinity,
  maxElements: Infinity,
  elementsVariable: 'MAX_RESULT_ELEMENTS',
} as const;

/** Bytes that are measured, and values that are counted, between two yields. */
const measuredBytes = 131_072;
const countedValues = 16_384;

/**
 * Whether an object in JSON has a member twice, in steps that can be put aside; `value` is what was read from it. Readers differ on which of the
 * two counts.
 */
export function* seekingMemberTwice(json: Buffer, value: unknown): Generator<undefined, boolean> {
  const meter = new JsonMeter(unbounded);
  for (let at = 0; at < json.length; at += measuredBytes) {
    meter.add(json.subarray(at, at + measuredBytes));
    yield undefined;
  }
  return meter.members !== (yield* countingMembers(value));
}

/** The members of all objects in a value. Without recursion: servers nest as they like. */
function* countingMembers(value: unknown): Generator<undefined, number> {
  let members = 0;
  let seen = 0;
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (++seen % countedValues === 0) yield undefined;
    if (typeof one !== 'object' || one === null || one instanceof ExactNumber) continue;
    const inside: readonly unknown[] = Object.values(one);
    if (!Array.isArray(one)) members += inside.length;
    for (const member of inside) open.push(member);
  }
  return members;
}
