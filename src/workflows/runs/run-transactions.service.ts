import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { credentialOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { RunStore } from './run-store.port.js';
import type { Run } from './run.js';

/**
 * What people do to runs, each together with its record in the audit log. The row says that the run is to be looked at, should this process
 * end before it does so.
 */
@Injectable()
export class RunTransactions {
  constructor(
    private readonly database: Database,
    private readonly store: RunStore,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Says that the run is to stop; `false` when it has ended. */
  cancel(principal: Principal, { id, workflow }: Run, origin: Origin): Promise<boolean> {
    return this.database.write(async () => {
      const cancelledAt = this.clock.now();
      const change = { cancelledAt, wakeAt: cancelledAt };
      if (!(await this.store.updateIn(id, ['running', 'waiting'], change))) return false;
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
      await this.database.takeTurn(`signals ${runId}`);
      if ((await this.store.countSignals(runId)) >= this.config.values.MAX_SIGNALS)
        throw new Problem('too-many-signals');
      const at = this.clock.now();
      const senderRole = byPerson ? principal.role : null;
      const signal = {
        ...{ id: newId('sig'), runId, type, data, sender, byPerson, senderRole, at },
        ...{ usedFor: null, boundTo: null, eventId: null },
      };
      await this.store.addSignal(signal);
      await this.store.updateIn(runId, ['running', 'waiting'], { wakeAt: at });
      const details = { workflow, type };
      await this.audit.record(principal, { action: 'run.signalled', target: runId, details }, origin);
    });
  }
}
