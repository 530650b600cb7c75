import { Injectable } from '@nestjs/common';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { isLeftWhole } from '../../apps/app/left-whole.js';
import type { AppState } from '../../apps/document/app.js';
import { newId } from '../../kernel/id.js';
import { reachOf } from '../../kernel/grant-reach.js';
import type { JsonObject, JsonRecord, JsonValue } from '../../kernel/json/json.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { credentialOf, mandateOf, type Principal } from '../../kernel/principal.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { StorageQuotas } from '../../platform/storage/storage-quotas.service.js';
import { EventHandout, type Reached } from './event-handout.service.js';
import { handoutMs, requireSize } from './event-outbox.service.js';
import { EventStore } from './event-store.port.js';
import type { WorkflowEvent } from './workflow-event.js';

/** An event as somebody sends it. */
export interface SentEvent {
  readonly type: string;
  readonly data: JsonValue;
  readonly correlation: JsonRecord;
  readonly source?: string | undefined;
  readonly subject?: string | undefined;
}

/** What people and programs send to all runs of an app. */
@Injectable()
export class WorkflowEvents {
  constructor(
    private readonly apps: AppConfigs,
    private readonly store: EventStore,
    private readonly handout: EventHandout,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly quotas: StorageQuotas,
  ) {}

  /** It is on disk when this returns, and so is what it reached. Throws `event-too-large`, `app-not-found`, `overloaded`. */
  async send(
    principal: Principal,
    state: AppState,
    sent: SentEvent,
    origin: Origin,
  ): Promise<Reached & { readonly id: string }> {
    const event = this.eventOf(principal, state, sent);
    const { id, type } = event;
    requireSize(event, this.config.values.EVENT_MAX_BYTES);
    this.quotas.requireRoom('eventBytes', state.app.accountId);
    const happening = { action: 'event.sent', target: state.app.id, details: { type, event: id } };
    const write = () =>
      this.database.write(async () => {
        await this.store.add(event);
        await this.audit.record(principal, happening, origin);
      });
    await this.apps.whileThere(state.app.id, write);
    return { id, ...(await this.handout.handOut(event)) };
  }

  /** What somebody sends who is not left all of the app reaches their own runs: others, and those that it would begin, may do more than they may. */
  private eventOf(principal: Principal, state: AppState, { correlation, ...sent }: SentEvent): WorkflowEvent {
    const at = this.clock.now();
    const id = newId('evt');
    const byPerson = principal.kind === 'user' && principal.grant === undefined;
    const sender = byPerson ? principal.userId : credentialOf(principal);
    const { type, data, source = sender, subject } = sent;
    const event: JsonObject = {
      ...{ specversion: '1.0', id, source, type, time: new Date(at).toISOString() },
      ...(subject === undefined ? {} : { subject }),
      data,
    };
    const isOfAll = reachOf(principal)?.servers === undefined && isLeftWhole(state);
    const onlyOf = isOfAll ? null : mandateOf(principal);
    return {
      id,
      appId: state.app.id,
      type,
      event,
      correlation,
      depth: 0,
      rootId: null,
      onlyOf,
      at,
      dueAt: at + handoutMs,
    };
  }
}
