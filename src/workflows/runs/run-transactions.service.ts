import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { credentialOf, mandateOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { Journal } from '../engine/journal/journal.service.js';
import { RunFeed } from './run-feed.service.js';
import type { RunEvent } from './run-event.js';
import { RunStore } from './run-store.port.js';
import type { Run } from './run.js';

/** What people do to runs, each together with its record in the audit log. */
@Injectable()
export class RunTransactions {
  constructor(
    private readonly database: Database,
    private readonly store: RunStore,
    private readonly journal: Journal,
    private readonly feed: RunFeed,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Says that the run is to stop; `false` when it has ended. */
  cancel(principal: Principal, { id, workflow }: Run, origin: Origin): Promise<boolean> {
    return this.database.write(async () => {
      const cancelledAt = this.clock.now();
      if (!(await this.store.updateIn(id, ['running', 'waiting'], { cancelledAt }))) return false;
      await this.audit.record(
        principal,
        { action: 'run.cancelled', target: id, details: { workflow } },
        origin,
      );
      return true;
    });
  }

  /** Throws `too-many-signals`. */
  signal(
    principal: Principal,
    { id: runId, workflow }: Run,
    { type, data }: { readonly type: string; readonly data: JsonValue },
    origin: Origin,
  ): Promise<void> {
    // What a program says with a person's leave is not the person's word.
    const byPerson = principal.kind === 'user' && principal.grant === undefined;
    const sender = byPerson ? principal.userId : credentialOf(principal);
    return this.database.write(async () => {
      if ((await this.store.countSignals(runId)) >= this.config.values.MAX_SIGNALS)
        throw new Problem('too-many-signals');
      const at = this.clock.now();
      const senderRole = byPerson ? principal.role : null;
      const signal = {
        ...{ id: newId('sig'), runId, type, data, sender, byPerson, senderRole, at },
        ...{ usedFor: null, boundTo: null },
      };
      await this.store.addSignal(signal);
      const details = { workflow, type };
      await this.audit.record(principal, { action: 'run.signalled', target: runId, details }, origin);
    });
  }

  /** The failed run, running again as the caller; `undefined` when it has not failed. */
  async retry(principal: Principal, run: Run, origin: Origin): Promise<Run | undefined> {
    const change = {
      ...{ status: 'running' as const, recoveries: 0, endedAt: null },
      ...{ attempt: run.attempt + 1, dispatch: run.dispatch + 1 },
      ...{ tokenId: mandateOf(principal), userId: principal.kind === 'user' ? principal.userId : null },
    };
    const { id, workflow } = run;
    const event = await this.database.write(async () => {
      if (!(await this.store.updateIn(id, ['failed'], { ...change, error: null }))) return undefined;
      await this.journal.forgetFailure(run);
      await this.audit.record(
        principal,
        { action: 'run.retried', target: id, details: { workflow } },
        origin,
      );
      return this.startedAgain({ ...run, ...change });
    });
    if (event === undefined) return undefined;
    this.feed.publish([event]);
    return { ...run, ...change };
  }

  private async startedAgain({ id: runId, workflow, version, attempt }: Run): Promise<RunEvent> {
    const event: RunEvent = {
      ...{ runId, seq: (await this.store.lastSeq(runId)) + 1, type: 'run.started', at: this.clock.now() },
      data: { runId, workflow, version, attempt },
    };
    await this.store.addEvents([event]);
    return event;
  }
}
