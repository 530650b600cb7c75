import { newId } from '../../../kernel/id.js';
import { isJsonObject, type JsonValue } from '../../../kernel/json/json.js';
import { approvalType } from '../../definition/calls-after.js';
import { answerSignal, awaitedIdPrefix } from '../../interpreter/approval-awaited.js';
import type { Signal, SignalWait } from '../../interpreter/durable-context.port.js';
import type { BoundCall } from '../../interpreter/tool-access.port.js';
import { signalsFor } from './awaited-signals.js';
import type { Execution } from './execution.js';

/** The approval that a wait is for. Its id is made when the wait begins, so that nothing sent before can answer it. */
export interface AwaitedAnswer {
  readonly id: string;
  readonly approves: BoundCall | undefined;
  /** Whether an earlier process has announced it. */
  readonly isKnown: boolean;
}

/** `undefined` for waits for other things; `noted`: what the journal says about the wait. */
export function approvalOf(wait: SignalWait, noted: JsonValue | undefined): AwaitedAnswer | undefined {
  if (!wait.awaited.some(({ signal }) => signal === approvalType)) return undefined;
  const known = awaitedIn(noted);
  return known === undefined
    ? { id: newId(awaitedIdPrefix), approves: wait.approves, isKnown: false }
    : { ...known, isKnown: true };
}

/** What the journal notes when the wait begins. */
export function notedWait({ id, approves }: AwaitedAnswer): JsonValue {
  return { approval: id, ...(approves === undefined ? {} : { approves: { ...approves } }) };
}

/** The approval that an entry of the journal says a wait is for. */
export function awaitedIn(noted: JsonValue | undefined): Omit<AwaitedAnswer, 'isKnown'> | undefined {
  if (!isJsonObject(noted) || typeof noted['approval'] !== 'string') return undefined;
  return { id: noted['approval'], approves: noted['approves'] as unknown as BoundCall | undefined };
}

/** What comes for a wait; of approvals only the one with its id. */
export async function answersFor(
  execution: Execution,
  key: string,
  { wait, approval }: { readonly wait: SignalWait; readonly approval: AwaitedAnswer | undefined },
  signal: AbortSignal,
): Promise<readonly Signal[] | undefined> {
  if (approval === undefined) return signalsFor(execution, key, wait, signal);
  const { id, approves } = approval;
  const type = answerSignal(id);
  const awaited = wait.awaited.map((one) => (one.signal === approvalType ? { ...one, signal: type } : one));
  const found = await signalsFor(execution, key, { ...wait, awaited }, signal);
  return found?.map((one) =>
    one.type === type ? { ...one, type: approvalType, ...(approves === undefined ? {} : { approves }) } : one,
  );
}
