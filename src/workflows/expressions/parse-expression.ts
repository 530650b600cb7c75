import jsonata from 'jsonata';
import { RE2JS } from 're2js';
import { builtins, refused } from './builtins.js';
import type { Reads } from './template.js';

const maxLength = 8192;
const maxNodes = 5000;

/** An expression that can be used, or what is wrong with it. */
export type ParsedExpression = { readonly reads: Reads } | { readonly fault: string };

/** Reads a JSONata expression without evaluating it. `known`: the variables of its place, without their `$`. */
export function parseExpression(text: string, known: ReadonlySet<string>): ParsedExpression {
  if (text.length > maxLength) return { fault: `must have at most ${String(maxLength)} characters` };
  let tree: unknown;
  try {
    tree = jsonata(text).ast();
  } catch (error) {
    return { fault: `is not JSONata: ${messageOf(error)}` };
  }
  const seen = survey(tree);
  if (seen === undefined) return { fault: `must have at most ${String(maxNodes)} parts` };
  const fault =
    [...seen.regexes].map(regexFault).find((one) => one !== undefined) ??
    nameFault(seen.names, seen.bound, known);
  if (fault !== undefined) return { fault };
  const variables = new Set([...seen.names].filter((name) => known.has(name) && !seen.bound.has(name)));
  return { reads: { variables, steps: seen.readsAllSteps ? undefined : seen.steps } };
}

interface Survey {
  readonly names: Set<string>;
  /** Bound by the expression itself. */
  readonly bound: Set<string>;
  readonly regexes: Set<RegExp>;
  readonly steps: Set<string>;
  readsAllSteps: boolean;
}

type Node = Readonly<Record<string, unknown>>;

/** Walks the tree without recursion: it may be deep, and some nodes refer back. */
function survey(tree: unknown): Survey | undefined {
  const found: Survey = {
    ...{ names: new Set(), bound: new Set(), regexes: new Set(), steps: new Set(), readsAllSteps: false },
  };
  const visited = new Set<unknown>();
  const stepReads = new Set<unknown>();
  const open: unknown[] = [tree];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || visited.has(node)) continue;
    if (visited.add(node).size > maxNodes) return undefined;
    if (node instanceof RegExp) {
      found.regexes.add(node);
      continue;
    }
    look(node as Node, found, stepReads);
    for (const part of Object.values(node as Node)) open.push(part);
  }
  return found;
}

function look(node: Node, found: Survey, stepReads: Set<unknown>): void {
  const { type, value, lhs, steps } = node;
  if (type === 'path' && Array.isArray(steps)) {
    const [first, second] = steps as (Node | undefined)[];
    if (first?.['type'] === 'variable' && first['value'] === 'steps' && second?.['type'] === 'name') {
      stepReads.add(first);
      found.steps.add(String(second['value']));
    }
  }
  if (type === 'bind') addNames(found.bound, lhs);
  if (type === 'lambda') addNames(found.bound, node['arguments']);
  for (const place of ['focus', 'index']) if (typeof node[place] === 'string') found.bound.add(node[place]);
  if (type !== 'variable' || typeof value !== 'string' || value === '' || value === '$') return;
  found.names.add(value);
  if (value === 'steps' && !stepReads.has(node)) found.readsAllSteps = true;
}

function addNames(bound: Set<string>, value: unknown): void {
  for (const one of Array.isArray(value) ? (value as unknown[]) : [value])
    if (typeof one === 'object' && one !== null && 'value' in one && typeof one.value === 'string')
      bound.add(one.value);
}

function nameFault(
  names: ReadonlySet<string>,
  bound: ReadonlySet<string>,
  known: ReadonlySet<string>,
): string | undefined {
  for (const name of names) {
    if (refused.has(name)) return `uses $${name}, which is not allowed: ${refused.get(name) ?? ''}`;
    if (!known.has(name) && !bound.has(name) && !builtins.has(name))
      return `uses $${name}, which is not known here`;
  }
  for (const name of bound)
    if (known.has(name) || refused.has(name)) return `gives $${name} another meaning; choose another name`;
  return undefined;
}

function regexFault({ source }: RegExp): string | undefined {
  try {
    RE2JS.compile(source);
    return undefined;
  } catch (error) {
    return `has a regular expression that cannot be matched in linear time: ${messageOf(error)}`;
  }
}

function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return String(message).slice(0, 300);
}
