import { createHash } from 'node:crypto';
import type { ReadOperation } from './read-document.js';

/** What language models take for the name of a tool or of an argument. */
const maxLength = 64;
const hashLength = 8;

/** Names that objects have anyway. */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

const unfit = { withoutDots: /[^A-Za-z0-9_-]+/g, withDots: /[^A-Za-z0-9_.-]+/g };

/** The text as a name: letters, digits, `-`, `_` and, where they may stand, dots; short enough. Empty when nothing is left. */
export function fitName(text: string, dots: keyof typeof unfit = 'withoutDots'): string {
  const name = text.replace(unfit[dots], '_').replace(/^[_.-]+|(?<![_.-])[_.-]+$/g, '');
  return name.length > maxLength || inherited.has(name) ? marked(name, text) : name;
}

function marked(name: string, identity: string): string {
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, hashLength);
  return `${name.slice(0, maxLength - hashLength - 1)}_${hash}`;
}

/** The identity of an operation in its document. */
export function routeOf({ method, path }: ReadOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/**
 * The names of tools, in the order of the operations: by `operationId`, else by method and path. Of several operations of one name each is
 * marked by its route: which of them stands first in the document decides nothing.
 */
export function* namingTools(operations: readonly ReadOperation[]): Generator<undefined, readonly string[]> {
  const wanted: string[] = [];
  const counts = new Map<string, number>();
  for (const operation of operations) {
    yield undefined;
    const name = wantedName(operation);
    wanted.push(name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names: string[] = [];
  for (const [index, operation] of operations.entries()) {
    yield undefined;
    const name = wanted[index] ?? '';
    names.push(counts.get(name) === 1 ? name : marked(name, routeOf(operation)));
  }
  return names;
}

function wantedName(operation: ReadOperation): string {
  const { operationId, method, path } = operation;
  const said = typeof operationId === 'string' ? fitName(operationId) : '';
  if (said !== '') return said;
  return fitName(`${method}_${path.replace(/[{}]/g, '').slice(1)}`);
}
