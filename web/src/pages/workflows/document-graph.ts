import { isObject } from '../../schema-form/json-schema.ts';

/** A task of a workflow as the graph shows it: tasks follow each other, or stand inside of one. */
export interface GraphNode {
  readonly name: string;
  /** JSON pointer of the task in the document. */
  readonly pointer: string;
  /** Names from the root of the document, as the keys of steps have them. */
  readonly path: string;
  /** `call search@github`, `for`, `wait`. */
  readonly what: string;
  readonly lanes: readonly (readonly GraphNode[])[];
}

/** The tasks of a document in the order in which they are written. What cannot be read is left out. */
export function graphOf(document: unknown): readonly GraphNode[] {
  return isObject(document) ? tasksOf(document['do'], { pointer: '/do', path: 'do' }, 0) : [];
}

/** Every task, also those in others, in the order in which they are written. */
export function allNodes(nodes: readonly GraphNode[]): readonly GraphNode[] {
  return nodes.flatMap((node) => [node, ...allNodes(node.lanes.flat())]);
}

type Place = Pick<GraphNode, 'pointer' | 'path'>;

function tasksOf(list: unknown, { pointer, path }: Place, depth: number): readonly GraphNode[] {
  if (!Array.isArray(list) || depth > 8) return [];
  return list.flatMap((entry, index) =>
    isObject(entry)
      ? Object.entries(entry).map(([name, task]) =>
          nodeOf(
            name,
            task,
            { pointer: `${pointer}/${String(index)}/${name}`, path: `${path}/${name}` },
            depth,
          ),
        )
      : [],
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

function nodeOf(name: string, task: unknown, place: Place, depth: number): GraphNode {
  if (!isObject(task)) return { name, ...place, what: '', lanes: [] };
  const kind = kinds.find((one) => one in task) ?? '';
  return { name, ...place, what: whatOf(kind, task), lanes: lanesOf(kind, task, place, depth + 1) };
}

function whatOf(kind: string, task: Readonly<Record<string, unknown>>): string {
  const told = task[kind];
  if (kind === 'call') return `call ${requestOf(told, task['with']) ?? String(told)}`;
  if (kind === 'run') return `run ${textAt(told, 'workflow', 'name')}`.trim();
  if (kind === 'emit') return `emit ${textAt(told, 'event', 'with', 'type')}`.trim();
  if (kind === 'for' && isObject(told))
    return `for each ${typeof told['each'] === 'string' ? told['each'] : 'item'}`;
  if (kind === 'listen' && isObject(told)) return listenedTo(told['to']);
  if (kind === 'switch' && Array.isArray(told)) return `switch, ${String(told.length)} ways`;
  return kind;
}

/** What a call of an API asks for: `GET /pets/{id}`, or the id of the operation. */
function requestOf(call: unknown, given: unknown): string | undefined {
  if (call === 'openapi') return textAt(given, 'operationId') || undefined;
  if (call !== 'http') return undefined;
  const address = textAt(given, 'endpoint') || textAt(given, 'endpoint', 'uri');
  if (address === '') return undefined;
  return `${textAt(given, 'method').toUpperCase()} ${address.replace(/^https?:\/\/[^/]*/, '') || '/'}`;
}

/** The text that stands there; none where something else does. */
function textAt(value: unknown, ...names: readonly string[]): string {
  const found = names.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
  return typeof found === 'string' ? found : '';
}

/** `listen order.paid, until closed` */
function listenedTo(to: unknown): string {
  if (!isObject(to)) return 'listen';
  const { until } = to;
  const types = `listen ${typesIn(to)}`;
  if (until === undefined) return types;
  return isObject(until) ? `${types}, until ${typesIn(until)}` : `${types}, again and again`;
}

function typesIn(choice: Readonly<Record<string, unknown>>): string {
  const filters = [choice['one'] ?? choice['any'] ?? choice['all']].flat();
  const types = filters.flatMap((one) =>
    isObject(one) && isObject(one['with']) ? [one['with']['type']] : [],
  );
  return types.map(String).join('all' in choice ? ' and ' : ', ');
}

function lanesOf(
  kind: string,
  task: Readonly<Record<string, unknown>>,
  place: Place,
  depth: number,
): readonly (readonly GraphNode[])[] {
  const inner = task[kind];
  const { pointer, path } = place;
  if (kind === 'do' || kind === 'for')
    return [tasksOf(task['do'], { pointer: `${pointer}/do`, path }, depth)];
  if (kind === 'listen' && isObject(task['foreach']))
    return [tasksOf(task['foreach']['do'], { pointer: `${pointer}/foreach/do`, path }, depth)];
  if (kind === 'fork' && isObject(inner) && Array.isArray(inner['branches'])) {
    const branches = tasksOf(inner['branches'], { pointer: `${pointer}/fork/branches`, path }, depth);
    return branches.map((branch) => [branch]);
  }
  if (kind === 'try') {
    const handler = { pointer: `${pointer}/catch/do`, path: `${path}/catch` };
    const caught = isObject(task['catch']) ? tasksOf(task['catch']['do'], handler, depth) : [];
    const tried = tasksOf(inner, { pointer: `${pointer}/try`, path: `${path}/try` }, depth);
    return [tried, ...(caught.length > 0 ? [caught] : [])];
  }
  return [];
}

/** The graph in a sentence, for those who do not see it. */
export function graphInWords(
  nodes: readonly GraphNode[],
  stateOf: (node: GraphNode) => string | undefined = () => undefined,
): string {
  return nodes
    .map((node) => {
      const { name, what, lanes } = node;
      const inside = lanes.filter((lane) => lane.length > 0).map((lane) => graphInWords(lane, stateOf));
      const told = [what, stateOf(node) ?? ''].filter(Boolean).join(', ');
      return `${name}${told === '' ? '' : ` (${told})`}${inside.length === 0 ? '' : `: [${inside.join(' | ')}]`}`;
    })
    .join(', then ');
}
