import { createHash } from 'node:crypto';
import type { JsonValue } from '../../../kernel/json/json.js';
import type { Branch } from '../../durable-context.port.js';
import type { WorkflowError } from '../../workflow-error.js';

/** What one durable workflow of DBOS carries out: a run from its beginning, or one branch of it, from this data alone. */
export interface StrandOrder {
  readonly runId: string;
  /** Of the run: each retry has strands of its own, which take what is finished from the journal. */
  readonly attempt: number;
  /** Unset for the run itself. */
  readonly branch?: Branch;
}

/** What a strand waits for: an instant (milliseconds since the epoch), signals of some types, or whichever comes first. */
export interface Wait {
  readonly until?: number | undefined;
  readonly types: readonly string[];
}

/**
 * How a strand ended. `stopped`: with an error that no document can catch; `ended`: the run or another branch decided without it; `waiting`:
 * it left memory and is to be woken when what it waits for has come.
 */
export type StrandEnd =
  | { readonly status: 'completed'; readonly output: JsonValue }
  | { readonly status: 'failed' | 'stopped'; readonly error: WorkflowError }
  | { readonly status: 'ended' }
  | { readonly status: 'waiting'; readonly wait: Wait };

/** Identity of a strand in its process: who holds it in the database is who wrote this token last. */
export interface StrandHold {
  readonly id: string;
  /** Strand of the whole run. */
  readonly rootId: string;
  readonly runId: string;
  readonly token: string;
}

const longestReadable = 200;

/** `<run>`, `<run>/<key of the branch>`, and with `~<attempt>` after the run's id in a retry. */
export function strandId({ runId, attempt, branch }: StrandOrder): string {
  const root = attempt === 1 ? runId : `${runId}~${String(attempt)}`;
  if (branch === undefined) return root;
  const { key } = branch;
  return `${root}/${key.length <= longestReadable ? key : createHash('sha256').update(key).digest('hex')}`;
}

/** What comes first of several waits. */
export function earliest(waits: readonly Wait[]): Wait {
  const ends = waits.flatMap(({ until }) => until ?? []);
  const types = [...new Set(waits.flatMap((wait) => wait.types))];
  return { until: ends.length === 0 ? undefined : Math.min(...ends), types };
}

export function runIdOf(id: string): string {
  return id.split(/[~/]/, 1)[0] ?? id;
}

export function isRoot(id: string): boolean {
  return !id.includes('/');
}
