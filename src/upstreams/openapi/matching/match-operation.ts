import type { OperationPlan } from '../request/operation-plan.js';
import { decode } from './address.js';

/** An operation that a request is for. */
export interface OperationMatch {
  /** The name of its tool at the server. */
  readonly name: string;
  readonly plan: OperationPlan;
  /** Values of the parameters in its path, by their names. */
  readonly inPath: ReadonlyMap<string, string>;
  /** By the segments of the path: the lower, the more of it is written out. */
  readonly looseness: readonly number[];
}

/** The operation of a method and a path (its segments, decoded); of several the one whose path is written out the most (OpenAPI 3.1 §4.8.8.2). */
export function matchOperation(
  operations: ReadonlyMap<string, OperationPlan>,
  method: string,
  segments: readonly string[],
): OperationMatch | undefined {
  let best: OperationMatch | undefined;
  for (const [name, plan] of operations) {
    if (plan.method !== method.toUpperCase()) continue;
    const found = matched(name, plan, segments);
    if (found !== undefined && (best === undefined || isCloser(found, best))) best = found;
  }
  return best;
}

/** Whether the path of one match is written out more than that of another. */
export function isCloser({ looseness }: OperationMatch, other: OperationMatch): boolean {
  const at = looseness.findIndex((one, index) => one !== other.looseness[index]);
  return at >= 0 && (looseness[at] ?? 0) < (other.looseness[at] ?? 0);
}

function matched(name: string, plan: OperationPlan, segments: readonly string[]): OperationMatch | undefined {
  const templates = plan.path.split('/').slice(1);
  if (templates.length !== segments.length) return undefined;
  const inPath = new Map<string, string>();
  const looseness: number[] = [];
  for (const [index, template] of templates.entries()) {
    const parts = template.split(/(\{[^{}]+\})/).filter((part) => part !== '');
    const values = segmentValues(parts, segments[index] ?? '');
    if (values === undefined) return undefined;
    for (const [parameter, value] of values) inPath.set(parameter, value);
    looseness.push(values.length === 0 ? 0 : parts.length > 1 ? 1 : 2);
  }
  const isPlain = plan.parameters.every(({ place, style }) => place !== 'path' || style === 'simple');
  return isPlain ? { name, plan, inPath, looseness } : undefined;
}

/** The values that a segment has for the parameters of its template. Looks at each character once: who writes a template is anybody. */
function segmentValues(parts: readonly string[], text: string): (readonly [string, string])[] | undefined {
  const values: (readonly [string, string])[] = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (!isParameter(part)) {
      const literal = decode(part) ?? part;
      if (!text.startsWith(literal, at)) return undefined;
      at += literal.length;
      continue;
    }
    const next = parts[index + 1];
    const end = isLast
      ? text.length
      : next === undefined || isParameter(next)
        ? -1
        : endOf(text, at + 1, decode(next) ?? next, index + 2 === parts.length);
    if (end <= at) return undefined;
    values.push([part.slice(1, -1), text.slice(at, end)]);
    at = end;
  }
  return at === text.length ? values : undefined;
}

function isParameter(part: string): boolean {
  return part.startsWith('{');
}

function endOf(text: string, from: number, literal: string, isLast: boolean): number {
  if (!isLast) return text.indexOf(literal, from);
  return text.endsWith(literal) && text.length - literal.length >= from ? text.length - literal.length : -1;
}
