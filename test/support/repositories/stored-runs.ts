import { newId } from '../../../src/kernel/id.js';
import type { RunEvent } from '../../../src/workflows/runs/run-event.js';
import type { Run } from '../../../src/workflows/runs/run.js';
import type { RepositoryDatabase } from './repository-database.js';
import { now } from './stored-rows.js';

/** The app whose runs a test stores. */
export interface RunApp {
  readonly accountId: string;
  readonly appId: string;
}

export async function runApp({ rows }: RepositoryDatabase): Promise<RunApp> {
  const accountId = await rows.account();
  return { accountId, appId: await rows.app(accountId) };
}

/** A new run of the app, which is not stored yet. */
export function newRun(app: RunApp, values: Partial<Run> = {}): Run {
  return {
    ...{ id: newId('run'), ...app, workflow: 'pays', version: 'digest', configVersion: 1, status: 'running' },
    ...{
      input: null,
      attempt: 1,
      dispatch: 1,
      recoveries: 0,
      depth: 1,
      start: { kind: 'key' },
      startKey: null,
      bodyKey: null,
    },
    ...{ createdAt: now, endedAt: null, cancelledAt: null, tokenId: 'tok_1', userId: null },
    ...{ parentId: null, rootId: null, isDetached: false, bytes: 3000 },
    ...values,
  };
}

/** The first event of a run, or another one. */
export function eventOf(runId: string, values: Partial<RunEvent> = {}): RunEvent {
  return { runId, seq: 1, type: 'run.started', at: now, data: {}, ...values };
}
