import { isJsonObject } from '../../../kernel/json/json.js';
import type { WorkflowError } from '../../interpreter/workflow-error.js';
import type { JournalEntry } from './journal-entry.js';

/**
 * The entries that make a failed run fail again when it is replayed; without them it goes on where it failed, and after a competition that
 * nobody won in all of its branches.
 */
export function failureTraces(entries: readonly JournalEntry[], error: WorkflowError): JournalEntry[] {
  const traces = new Set(keysOf(error).flatMap((instance) => tracesAt(entries, instance)));
  return entries.filter((entry) => traces.has(entry));
}

function keysOf({ instance, key = instance, errors = [] }: WorkflowError): string[] {
  return [...(key === undefined ? [] : [key]), ...errors.flatMap(keysOf)];
}

/** `instance` is the key that an error comes from: that of the step, or of the task around it whose time was over. */
function tracesAt(entries: readonly JournalEntry[], instance: string): JournalEntry[] {
  const error = entries.findLast(
    ({ kind, key, value }) =>
      kind === 'error' && (key === instance || (isJsonObject(value) && value['instance'] === instance)),
  );
  const last = entries.findLast(({ key }) => !key.endsWith('timeout'));
  const cutShort =
    last?.kind === 'value' && last.value === null && isWithin(last.key, instance) ? last : undefined;
  // A wait that did not end begins anew, for another approval perhaps, and is told of again.
  const ended = new Set(
    entries.flatMap(({ kind, key }) => (kind === 'wait' || kind === 'mark' ? [] : [key])),
  );
  return entries.filter(
    (entry) =>
      entry === error ||
      entry === cutShort ||
      (entry.kind === 'wait' && isWithin(entry.key, instance) && !ended.has(entry.key)) ||
      (entry.kind === 'mark' && entry.key === error?.key) ||
      (entry.kind === 'branches' && isWithin(instance, entry.key)) ||
      entry.key === timeoutOf(instance),
  );
}

function isWithin(key: string, around: string): boolean {
  return key === around || key.startsWith(`${around}/`);
}

function timeoutOf(instance: string): string {
  return instance === 'do' ? 'timeout' : `${instance}/timeout`;
}
