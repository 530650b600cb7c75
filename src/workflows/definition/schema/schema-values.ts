import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { Effort } from './effort.js';

const maxShown = 500;

/** A value that a schema compares others with: what that costs and how it is told. */
interface Measured {
  readonly nodes: number;
  readonly text: string;
}

/** Values of schemas stay the same, so each is looked through once. */
const measured = new WeakMap<JsonObject, Measured>();

/** What is wrong with a value by `enum` and `const`. */
export function valueFaults(schema: JsonObject, value: unknown, effort: Effort): string[] {
  const { enum: allowed } = schema;
  if (!Array.isArray(allowed) && !Object.hasOwn(schema, 'const')) return [];
  const { nodes, text } = measure(schema, effort);
  effort.spend(nodes / (typeof value === 'object' ? 10 : 100));
  const isEqual = (one: unknown) => isDeepStrictEqual(one, value);
  if (Array.isArray(allowed) && !allowed.some(isEqual)) return [`must be one of ${text}`];
  return Object.hasOwn(schema, 'const') && !isEqual(schema['const']) ? [`must be ${text}`] : [];
}

function measure(schema: JsonObject, effort: Effort): Measured {
  let known = measured.get(schema);
  if (known === undefined) {
    const { enum: allowed } = schema;
    const shown = Array.isArray(allowed) ? allowed.slice(0, 20) : schema['const'];
    const json = JSON.stringify(shown);
    const text = json.length > maxShown ? `${json.slice(0, maxShown)}…` : json;
    known = { nodes: nodesOf([allowed, schema['const']]), text };
    measured.set(schema, known);
    effort.spend(known.nodes / 10);
  }
  return known;
}

function nodesOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / 64;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, member: unknown) => sum + nodesOf(member), 1);
}
