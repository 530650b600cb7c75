import { JsonMeter } from '../../kernel/json/json-meter.js';
import { holdsMoreValues } from '../../kernel/json/json-outline.js';
import { Problem } from '../../kernel/problems/problem.js';
import { LinkFailure } from './link-failure.js';

/** Shorter ones hold what a moment is enough for. */
const largeBytes = 65_536;

/** Whether JSON of a server has more values than `max`: taking it apart takes time by their number. The bytes may be no JSON. */
export function holdsTooMany(json: Buffer | string, max: number): boolean {
  if (json.length < largeBytes) return false;
  const holdsMore = typeof json === 'string' ? undefined : holdsMoreValues(json, max);
  if (holdsMore !== undefined) return holdsMore;
  try {
    const limits = { maxDepth: Infinity, maxElements: max, elementsVariable: 'MAX_RESULT_ELEMENTS' } as const;
    new JsonMeter(limits).add(typeof json === 'string' ? Buffer.from(json) : json);
    return false;
  } catch (error) {
    if (error instanceof Problem) return true;
    throw error;
  }
}

export function tooManyValues(max: number): LinkFailure {
  return new LinkFailure(
    'too-large',
    `the answer holds more values than MAX_RESULT_ELEMENTS (${String(max)})`,
  );
}
