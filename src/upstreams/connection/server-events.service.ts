import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EventHub } from '../../platform/events/event-hub.service.js';
import type { GatewayEvent } from '../../platform/events/gateway-event.js';
import { OperatorServers } from '../declared/operator-servers.service.js';
import { isEverybody } from './connection-owner.js';
import type { Upstream } from './upstream.js';
import { UpstreamPool } from './upstream-pool.service.js';

/** Tells of servers that have become something else: `server.changed`. */
@Injectable()
export class ServerEvents implements OnModuleInit {
  constructor(
    private readonly pool: UpstreamPool,
    private readonly servers: OperatorServers,
    private readonly events: EventHub,
  ) {}

  onModuleInit(): void {
    this.servers.onChange(() => {
      this.events.publishToAll({ type: 'server.changed', data: {} });
    });
    this.pool.onChange((upstream) => {
      const { owner } = upstream;
      if (isEverybody(owner)) this.events.publishToAll(eventOf(upstream));
      else this.events.publish(owner.accountId, () => eventOf(upstream));
    });
  }
}

function eventOf({ server: { id, handle, app }, owner, state }: Upstream): GatewayEvent {
  return {
    type: 'server.changed',
    data: { id, server: handle, status: state.status },
    ...(app === undefined ? {} : { appId: app.id }),
    ...(owner.kind === 'person' ? { userId: owner.userId } : {}),
  };
}
