import { Injectable } from '@nestjs/common';
import type { Role } from '../../kernel/principal.js';
import { EventHub } from '../../platform/events/event-hub.service.js';
import type { EventType } from '../../platform/events/gateway-event.js';
import type { KeptApproval } from './approval.js';
import { isOverseer } from './deciders.js';

const everyRole: readonly Role[] = ['owner', 'admin', 'member'];

/** Tells whoever may see it, as it happens, that a call waits and that somebody has decided about it. */
@Injectable()
export class ApprovalEvents {
  constructor(private readonly hub: EventHub) {}

  waiting(approval: KeptApproval): void {
    this.publish('approval.waiting', approval, {});
  }

  decided(approval: KeptApproval): void {
    this.publish('approval.decided', approval, { status: approval.state });
  }

  private publish(type: EventType, approval: KeptApproval, more: Readonly<Record<string, unknown>>): void {
    const { id, accountId, userId, appId, caller, server, tool, runId, deciders } = approval;
    this.hub.publish(accountId, () => ({
      type,
      // Keys hear of their own.
      ...(caller.kind === 'key' && appId !== null ? { appId } : {}),
      ...(userId === null ? {} : { userId }),
      roles: everyRole.filter((role) => isOverseer(role) || deciders.roles.includes(role)),
      data: { id, server, tool, ...(runId === null ? {} : { runId }), ...more },
    }));
  }
}
