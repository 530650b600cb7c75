import { Injectable } from '@nestjs/common';
import type { Origin } from '../../accounts/audit.service.js';
import { AppTransactions } from '../../apps/app-transactions.service.js';
import { Clock } from '../../kernel/clock.js';
import type { JsonObject } from '../../kernel/json.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problem.js';
import type { RegisteredServer } from '../registered-server.js';
import type { ToolPin } from './tool-drift.js';
import { toolSetOf, type ToolFingerprint } from './tool-fingerprint.js';
import { ToolPinStore } from './tool-pin-store.port.js';

/** Lets the people of an app accept the tools of a server as they are now. */
@Injectable()
export class ToolAcceptance {
  constructor(
    private readonly store: ToolPinStore,
    private readonly transactions: AppTransactions,
    private readonly clock: Clock,
  ) {}

  /** Pins the tools `names`, by the server's names for them, or all. Throws `drift-changed` when somebody else was faster. */
  async accept(
    principal: UserPrincipal,
    server: RegisteredServer,
    items: readonly JsonObject[],
    names: readonly string[] | undefined,
    origin: Origin,
  ): Promise<void> {
    const pin = await this.store.find(server.id);
    if (pin === undefined) return;
    const { tools: now, digest } = toolSetOf(items);
    const tools = acceptedTools(pin, now, names);
    await this.transactions.run(principal, pin.appId, origin, async (record) => {
      const isReplaced = await this.store.replace({
        ...{ serverId: pin.serverId, appId: pin.appId, tools, version: pin.version + 1 },
        ...{ pinnedAt: this.clock.now(), acceptedBy: principal.userId, reported: undefined },
      });
      if (!isReplaced) throw new Problem('drift-changed');
      const details = { server: server.handle, set: digest, tools: names?.slice(0, 50) };
      await record({ action: 'tools.accepted', details });
    });
  }
}

function acceptedTools(
  pin: ToolPin,
  now: ReadonlyMap<string, ToolFingerprint>,
  names: readonly string[] | undefined,
): ReadonlyMap<string, ToolFingerprint> {
  if (names === undefined) return now;
  const tools = new Map(pin.tools);
  for (const name of names) {
    const fingerprint = now.get(name);
    if (fingerprint === undefined) tools.delete(name);
    else tools.set(name, fingerprint);
  }
  return tools;
}
