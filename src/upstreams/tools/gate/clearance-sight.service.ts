import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Clearance } from '../../../apps/clearance/clearance.js';
import { Clearances } from '../../../apps/clearance/clearances.service.js';
import { workflowsHandle } from '../../../apps/clearance/server-grant.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { Principal } from '../../../kernel/principal.js';
import { EventHub } from '../../../platform/events/event-hub.service.js';
import type { GatewayEvent } from '../../../platform/events/gateway-event.js';
import { KeptResults, type ResultOrigin } from '../../../platform/results/kept-results.service.js';

/** What callers whom grants narrow hear of the account, and which results they may still read. */
@Injectable()
export class ClearanceSight implements OnModuleInit {
  constructor(
    private readonly clearances: Clearances,
    private readonly events: EventHub,
    private readonly results: KeptResults,
  ) {}

  onModuleInit(): void {
    this.results.showOnly((principal, origin) => this.mayRead(principal, origin));
    this.events.tellOnly({
      ready: async (principal) => {
        await this.clearances.of(principal);
      },
      mayHear: (principal, event) => {
        const clearance = this.clearances.of(principal);
        // It has just been forgotten, and is being read.
        if (clearance instanceof Promise) {
          clearance.catch(() => undefined);
          return false;
        }
        return clearance === undefined || isOwn(principal, event) || isLeft(clearance, event);
      },
    });
  }

  private async mayRead(principal: Principal, { server, tool }: ResultOrigin): Promise<boolean> {
    const clearance = await this.clearances.of(principal);
    return clearance === undefined || clearance.at(server)?.covers(tool) === true;
  }
}

/** What a caller has called, or what only they hear of. */
function isOwn(principal: Principal, { data, userId }: GatewayEvent): boolean {
  if (principal.kind === 'app') return false;
  const { caller } = data;
  return userId === principal.userId || (isJsonObject(caller) && caller['userId'] === principal.userId);
}

/** Whether all that an event names is left to somebody. */
function isLeft(clearance: Clearance, { type, data }: GatewayEvent): boolean {
  const { workflow, server, tool, hops } = data;
  if (typeof workflow === 'string') return clearance.at(workflowsHandle)?.covers(workflow) === true;
  if (Array.isArray(hops)) return hops.filter(isJsonObject).every((hop) => isHopLeft(clearance, hop));
  if (typeof server === 'string') {
    const left = clearance.at(server);
    return left !== undefined && (typeof tool !== 'string' || left.covers(tool));
  }
  return !type.startsWith('approval.');
}

function isHopLeft(clearance: Clearance, { server, method, target }: JsonObject): boolean {
  const handle = isJsonObject(server) ? server['handle'] : undefined;
  const left = typeof handle === 'string' ? clearance.at(handle) : undefined;
  return left !== undefined && (method !== 'tools/call' || typeof target !== 'string' || left.covers(target));
}
