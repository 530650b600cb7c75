import { isJsonObject, nestsDeeperThan } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';
import type { ExpressionLanguage } from '../../platform/expressions/expressions.port.js';
import { Cursor } from './cursor.js';
import { readTasks } from './read-tasks.js';
import { readSchedule } from './read-schedule.js';
import { maxExpressions, readInput, readOutput, readTimeout } from './read-values.js';
import { schemaFaults } from './schema/json-schema.js';
import type { Reading, ListScope } from './scope.js';
import type { WorkflowDefinition } from './workflow-definition.js';
import type { WorkflowLimits } from './workflow-limits.js';

/** A document that can be run, or everything that is wrong with it. */
export type ParsedWorkflow =
  | { readonly definition: WorkflowDefinition; readonly faults?: undefined }
  | { readonly definition?: undefined; readonly faults: readonly Fault[] };

const maxDepth = 100;
const maxFaults = 100;
const members = ['document', 'evaluate', 'input', 'use', 'do', 'timeout', 'output', 'schedule', 'metadata'];
type Header = Pick<WorkflowDefinition, 'namespace' | 'name' | 'version' | 'title' | 'summary'>;

const always = ['context', 'steps', 'workflow', 'input', 'task', 'runtime'];

/** Reads a document, all but the insides of its expressions. Pointers of faults begin at the document. Pure; takes a time that the limits bound. */
export function parseWorkflow(document: unknown, limits: WorkflowLimits): ParsedWorkflow {
  const tooLarge = sizeFault(document, limits);
  if (tooLarge !== undefined) return { faults: [{ pointer: '', detail: tooLarge }] };
  const faults: Fault[] = [];
  const root = new Cursor(document, [], faults);
  const written = root.object(members);
  if (written === undefined) return { faults };
  const reading: Reading = {
    limits,
    use: root.at('use'),
    language: readLanguage(root.at('evaluate')),
    ...{ calls: [], requests: [], children: [] },
    expressions: [],
    branching: new Map(),
    pointers: new Map(),
    ...{ names: new Set(), stepReads: [] },
    tasks: 0,
  };
  const scope: ListScope = { reading, path: 'do', known: new Set(always), nesting: 1, inBranch: false };
  readUse(root.at('use'));
  const definition: WorkflowDefinition = {
    ...readHeader(root.at('document')),
    input: readInput(root.at('input'), scope),
    output: readOutput(root.at('output'), scope),
    timeout: readTimeout(root.at('timeout'), scope),
    schedule: readSchedule(root, scope),
    tasks: readTasks(root.at('do'), scope),
    ...{ document: written, pointers: reading.pointers },
    ...{ branching: reading.branching, calls: reading.calls, requests: reading.requests },
    children: reading.children,
    ...{ expressions: reading.expressions, limits },
  };
  const isTimed = definition.schedule !== undefined && definition.schedule.timing.kind !== 'event';
  if (isTimed && definition.input.schema !== undefined)
    for (const { pointer, detail } of schemaFaults(definition.input.schema, {}))
      root.at('schedule').fault(`begins runs with the input {}, whose ${pointer || '/'} ${detail}`);
  for (const { step, cursor } of reading.stepReads)
    if (!reading.names.has(step))
      cursor.fault(
        `reads $steps.${step}, and no task has this name; one with other signs stands in backticks, in jq in ["…"]`,
      );
  if (reading.expressions.length > maxExpressions)
    root.fault(`has more than ${String(maxExpressions)} expressions`);
  if (reading.tasks > limits.maxTasks)
    root.at('do').fault(`has more than ${String(limits.maxTasks)} tasks (WORKFLOW_MAX_TASKS)`);
  return faults.length > 0 ? { faults: faults.slice(0, maxFaults) } : { definition };
}

function sizeFault(document: unknown, { maxBytes }: WorkflowLimits): string | undefined {
  if (!isJsonObject(document)) return 'must be an object';
  if (nestsDeeperThan(document, maxDepth)) return `nests deeper than ${String(maxDepth)} levels`;
  return Buffer.byteLength(JSON.stringify(document)) > maxBytes
    ? `has more than ${String(maxBytes)} bytes (WORKFLOW_MAX_BYTES)`
    : undefined;
}

function readHeader(cursor: Cursor): Header {
  cursor.object(['dsl', 'namespace', 'name', 'version', 'title', 'summary', 'tags', 'metadata']);
  if (!/^1\.0\.[0-3]$/.test(cursor.at('dsl').text(32) ?? '1.0.3'))
    cursor.at('dsl').fault('must be a version of the language that is known here: 1.0.3');
  const label = /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/;
  return {
    namespace: cursor.at('namespace').text(63, label) ?? '',
    name: cursor.at('name').text(63, label) ?? '',
    version: cursor.at('version').text(64, /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][0-9A-Za-z.+-]+)?$/) ?? '',
    title: cursor.at('title').optionalText(200),
    summary: cursor.at('summary').optionalText(8192),
  };
}

/** The standard's own language is jq, and that of documents that name none. */
function readLanguage(cursor: Cursor): ExpressionLanguage {
  if (!cursor.isPresent || cursor.object(['language', 'mode']) === undefined) return 'jq';
  const { value: mode } = cursor.at('mode');
  if (mode !== undefined && mode !== 'strict') cursor.at('mode').fault('must be strict: ${ … }');
  const { value: language = 'jq' } = cursor.at('language');
  if (language === 'jq' || language === 'jsonata') return language;
  cursor.at('language').fault('must be jq or jsonata');
  return 'jq';
}

function readUse(cursor: Cursor): void {
  if (cursor.isPresent) cursor.object(['errors', 'retries', 'timeouts']);
}
