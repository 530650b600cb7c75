import { Injectable } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { RpcNotification } from '../../mcp/wire/json-rpc.js';
import type { RawResponse } from '../../mcp/wire/link.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';

/** A tool that a chat has for its model. */
export interface OfferedTool {
  readonly name: string;
  /** As lists show it. */
  readonly shown: JsonObject;
  readonly needsApproval: boolean;
  /** All that can be refused is refused here; the function in the result makes the call. */
  prepare(args: JsonObject, scope: CallScope): Promise<MakeCall>;
}

type MakeCall = (onNotification: (notification: RpcNotification) => void) => Promise<RawResponse>;

/** Says what an app offers a caller in chats with one of its servers. */
type AppOffer = (
  caller: Caller,
  state: AppState,
  server: RegisteredServer,
) => Promise<readonly OfferedTool[]>;

/** What apps offer in chats beside the tools of their servers: nothing, unless somebody has said what. */
@Injectable()
export class AppOffers {
  private offer: AppOffer = () => Promise.resolve([]);

  constructor(private readonly apps: AppConfigs) {}

  register(offer: AppOffer): void {
    this.offer = offer;
  }

  /** Nothing for whom the app is out of reach. */
  async of(caller: Caller, server: RegisteredServer): Promise<readonly OfferedTool[]> {
    if (server.app === undefined) return [];
    const state = await this.apps.findReached(caller.principal, server.app.id);
    return state === undefined ? [] : this.offer(caller, state, server);
  }
}
