import type { JsonObject, JsonRecord, JsonValue } from '../../kernel/json/json.js';
import { sizeOf } from '../expressions/json-size.js';
import type { Run } from './run.js';

/** About what a row takes up beside its texts, with its indexes. */
const rowBytes = { run: 2000, entry: 120, event: 160, signal: 400 } as const;

/** What a run takes up in the database when it begins, with its first event. */
export function bytesOfNewRun({
  input,
  document,
}: Pick<Run, 'input'> & Partial<Pick<Run, 'document'>>): number {
  const texts = sizeOf(input) + sizeOf((document as JsonRecord | undefined) ?? null);
  return rowBytes.run + rowBytes.event + texts;
}

export function bytesOfEntry({ key, value }: { readonly key: string; readonly value: JsonValue }): number {
  return rowBytes.entry + key.length + sizeOf(value);
}

export function bytesOfEvent({ data }: { readonly data: JsonObject }): number {
  return rowBytes.event + sizeOf(data as JsonRecord);
}

export function bytesOfSignal({ data }: { readonly data: JsonValue }): number {
  return rowBytes.signal + sizeOf(data);
}
