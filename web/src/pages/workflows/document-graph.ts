import { isObject } from '../../schema-form/json-schema.ts';

/** A task of a workflow as the graph shows it: tasks follow each other, or stand inside of one. */
export interface GraphNode {
  readonly name: string;
  /** `call search@github`, `for`, `wait`. */
  readonly what: string;
  readonly lanes: readonly (readonly GraphNode[])[];
}

/** The tasks of a document in the order in which they are written. What cannot be read is left out. */
export function graphOf(document: unknown): readonly GraphNode[] {
  return isObject(document) ? tasksOf(document['do'], 0) : [];
}

function tasksOf(list: unknown, depth: number): readonly GraphNode[] {
  if (!Array.isArray(list) || depth > 8) return [];
  return list.flatMap((entry) =>
    isObject(entry) ? Object.entries(entry).map(([name, task]) => nodeOf(name, task, depth)) : [],
  );
}

const kinds = [
  'call',
  'for',
  'fork',
  'switch',
  'try',
  'listen',
  'wait',
  'emit',
  'raise',
  'run',
  'set',
  'do',
] as const;

function nodeOf(name: string, task: unknown, depth: number): GraphNode {
  if (!isObject(task)) return { name, what: '', lanes: [] };
  const kind = kinds.find((one) => one in task) ?? '';
  return { name, what: whatOf(kind, task), lanes: lanesOf(kind, task, depth + 1) };
}

function whatOf(kind: string, task: Readonly<Record<string, unknown>>): string {
  const told = task[kind];
  if (kind === 'call') return `call ${String(told)}`;
  if (kind === 'for' && isObject(told))
    return `for each ${typeof told['each'] === 'string' ? told['each'] : 'item'}`;
  if (kind === 'switch' && Array.isArray(told)) return `switch, ${String(told.length)} ways`;
  return kind;
}

function lanesOf(
  kind: string,
  task: Readonly<Record<string, unknown>>,
  depth: number,
): readonly (readonly GraphNode[])[] {
  const inner = task[kind];
  if (kind === 'do') return [tasksOf(inner, depth)];
  if (kind === 'for') return [tasksOf(task['do'], depth)];
  if (kind === 'fork' && isObject(inner) && Array.isArray(inner['branches']))
    return inner['branches'].map((branch) => tasksOf([branch], depth));
  if (kind === 'try') {
    const caught = isObject(task['catch']) ? tasksOf(task['catch']['do'], depth) : [];
    return [tasksOf(inner, depth), ...(caught.length > 0 ? [caught] : [])];
  }
  return [];
}

/** The graph in a sentence, for those who do not see it. */
export function graphInWords(nodes: readonly GraphNode[]): string {
  return nodes
    .map(({ name, what, lanes }) => {
      const inside = lanes.filter((lane) => lane.length > 0).map(graphInWords);
      return `${name}${what === '' ? '' : ` (${what})`}${inside.length === 0 ? '' : `: [${inside.join(' | ')}]`}`;
    })
    .join(', then ');
}
