import { isJsonObject, type JsonValue } from '../../kernel/json/json.js';
import { expressionIn } from '../expressions/template.js';
import { isChoice } from '../definition/read-events.js';
import type { ListenTask, SwitchTask, Task } from '../definition/workflow-definition.js';
import { calledName } from '../interpreter/tasks/called-tool.js';
import type { NodeShape } from './mermaid-lines.js';

const mostLetters = 40;
const plain: NodeShape = ['[', ']'];

export function shapeOf({ kind }: Task): NodeShape {
  if (kind === 'switch') return ['{', '}'];
  if (kind === 'wait' || kind === 'listen') return ['([', '])'];
  if (kind === 'raise') return ['{{', '}}'];
  if (kind === 'run') return ['[[', ']]'];
  return kind === 'set' ? ['[/', '/]'] : plain;
}

/** The lines of the label of a task: its name, and what it does. */
export function labelOf(task: Task): readonly string[] {
  return [task.name, whatOf(task), ...(task.if === undefined ? [] : ['if …'])];
}

function whatOf(task: Task): string {
  switch (task.kind) {
    case 'call':
      return cut(`call ${calledName(task)}`);
    case 'for':
      return `for each ${task.each}`;
    case 'fork':
      return task.compete ? 'fork, the first wins' : 'fork';
    case 'run':
      return cut(`run ${task.workflow}`);
    case 'listen':
      return listenedTo(task);
    case 'emit':
      return cut(`emit ${typeOf(task.event.value)}`);
    case 'try':
      return task.catch.retry === undefined ? 'try' : `try, ${String(task.catch.retry.count)} retries`;
    default:
      return task.kind;
  }
}

function listenedTo({ filters, needsAll, until }: ListenTask): string {
  const types = cut(`listen ${filters.map(({ type }) => type).join(needsAll ? ' and ' : ', ')}`);
  if (until === undefined) return types;
  return isChoice(until)
    ? cut(`${types}, until ${until.filters.map(({ type }) => type).join(until.needsAll ? ' and ' : ', ')}`)
    : `${types}, again and again`;
}

function typeOf(attributes: JsonValue): string {
  const type = isJsonObject(attributes) ? attributes['type'] : undefined;
  return typeof type === 'string' && expressionIn(type) === undefined ? type : '…';
}

/** Each case, and what becomes of what fits none. */
export function casesOf({ cases, then }: SwitchTask): { readonly label: string; readonly then: string }[] {
  const drawn = cases.map((one, index) => ({
    label: one.when === undefined ? 'else' : `case ${String(index + 1)}`,
    then: one.then,
  }));
  return cases.some(({ when }) => when === undefined) ? drawn : [...drawn, { label: 'else', then }];
}

function cut(text: string): string {
  return text.length > mostLetters ? `${text.slice(0, mostLetters - 1)}…` : text;
}
