import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { newId } from '../../kernel/id.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { credentialOf, type Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { StorageQuotas } from '../../platform/storage/storage-quotas.service.js';
import { approvalType } from '../definition/calls-after.js';
import { awaitedIn } from '../engine/execution/awaited-answers.js';
import { JournalStore } from '../engine/journal/journal-store.port.js';
import { answerSignal } from '../interpreter/approvals/approval-awaited.js';
import { RunStore } from './run-store.port.js';
import type { Run } from './run.js';

/** What somebody sends to a run. */
export interface SentSignal {
  readonly type: string;
  readonly data: JsonValue;
  /** Of an approval: `approvalId` of the step that it answers. */
  readonly approval?: string | undefined;
}

/**
 * What people do to runs, each together with its record in the audit log. The row says that the run is to be looked at, should this process
 * end before it does so.
 */
@Injectable()
export class RunTransactions {
  constructor(
    private readonly database: Database,
    private readonly store: RunStore,
    private readonly journals: JournalStore,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly quotas: StorageQuotas,
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

  /** An approval answers a step that waits now, or is refused. Throws `too-many-signals`, `approval-not-awaited`, `overloaded`. */
  signal(
    principal: Principal,
    { id: runId, accountId, workflow }: Run,
    sent: SentSignal,
    origin: Origin,
  ): Promise<void> {
    // What a program says with a person's leave is not the person's word.
    const byPerson = principal.kind === 'user' && principal.grant === undefined;
    const sender = byPerson ? principal.userId : credentialOf(principal);
    this.quotas.requireRoom('runBytes', accountId);
    return this.database.write(async () => {
      await this.database.takeTurn(`signals ${runId}`);
      if ((await this.store.countSignals(runId)) >= this.config.values.MAX_SIGNALS)
        throw new Problem('too-many-signals');
      const approval =
        sent.type === approvalType ? await this.awaitedApproval(runId, sent.approval) : undefined;
      const { type, data } = sent;
      const at = this.clock.now();
      const senderRole = byPerson ? principal.role : null;
      const signal = {
        ...{ id: newId('sig'), runId, data, sender, byPerson, senderRole, at },
        type: approval === undefined ? type : answerSignal(approval),
        ...{ usedFor: null, boundTo: null, eventId: null },
      };
      await this.store.addSignal(signal);
      await this.store.updateIn(runId, ['running', 'waiting'], { wakeAt: at });
      const details = { workflow, type, ...(approval === undefined ? {} : { approval }) };
      await this.audit.record(principal, { action: 'run.signalled', target: runId, details }, origin);
    });
  }

  /** Id of the approval that is meant: of the one that waits where none is named. */
  private async awaitedApproval(runId: string, named: string | undefined): Promise<string> {
    const answered = new Set((await this.store.listSignalNames(runId)).map(({ type }) => type));
    const ids = (await this.journals.listOpenWaits(runId)).flatMap((wait) => awaitedIn(wait)?.id ?? []);
    const open = ids.filter((id) => !answered.has(answerSignal(id)));
    const [id] = named === undefined ? open : open.filter((one) => one === named);
    if (id === undefined)
      throw new Problem(
        'approval-not-awaited',
        named === undefined
          ? 'No step of the run waits for an approval now.'
          : 'No step of the run waits for this approval: it was answered, or its time is over.',
      );
    if (named === undefined && open.length > 1)
      throw new Problem(
        'approval-not-awaited',
        `The run waits for ${String(open.length)} approvals: name one.`,
      );
    return id;
  }
}
