import type { JsonValue } from '../../kernel/json/json.js';
import { sizeOf } from '../expressions/json-size.js';
import { WorkflowFailure } from './workflow-error.js';

/** The outputs that a task or its surroundings hold on to are too large together. `instance`: key of the task. */
export function tooMuchData(maxBytes: number, instance: string): WorkflowFailure {
  const detail = `The outputs that are held have more than ${String(maxBytes)} bytes together (WORKFLOW_MAX_DATA_BYTES).`;
  return WorkflowFailure.of('configuration', detail, instance);
}

/** Sums up outputs that are collected one by one. */
export class HeldData {
  private bytes = 0;
  private readonly seen = new Set<JsonValue>();

  constructor(
    private readonly maxBytes: number,
    private readonly instance: string,
  ) {}

  /** Throws when it is too much. */
  add(output: JsonValue): void {
    // What a list gives is what its last task gave: it is held once.
    if (typeof output === 'object' && this.seen.has(output)) return;
    if (typeof output === 'object') this.seen.add(output);
    this.bytes += sizeOf(output);
    if (this.bytes > this.maxBytes) throw tooMuchData(this.maxBytes, this.instance);
  }
}
