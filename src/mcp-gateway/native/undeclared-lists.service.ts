import { Injectable } from '@nestjs/common';
import { within } from '../../kernel/pacing/deadline.js';
import type { Introduction } from '../../mcp/server/modern-results.js';
import { Config } from '../../platform/config/config.js';
import type { UpstreamConnection } from '../../upstreams/connection/handshake/upstream-connector.port.js';
import { declaresNoLists } from '../../upstreams/connection/lists/catalogue.js';
import { UpstreamLists } from '../../upstreams/tools/upstream-lists.service.js';
import type { NativeCall } from './native-call.js';

const kinds = ['tools', 'prompts', 'resources'] as const;

/** Servers that declare none of the lists they have: clients of 2026-07-28 would not ask for them. */
@Injectable()
export class UndeclaredLists {
  constructor(
    private readonly lists: UpstreamLists,
    private readonly config: Config,
  ) {}

  /** What a server says of itself, with the lists that it turned out to have within LIST_DEADLINE_MS. */
  async introduction(
    { principal, owner, server, context }: NativeCall,
    { capabilities, instructions, serverInfo }: UpstreamConnection,
  ): Promise<Introduction> {
    if (!declaresNoLists(capabilities)) return { capabilities, instructions, serverInfo };
    const found: Record<string, object> = {};
    const looks = kinds.map(async (kind) => {
      const { items } = await this.lists.get({ principal, owner }, server, kind, context.detached());
      if (items.length > 0) found[kind] = {};
    });
    await within(Promise.allSettled(looks), this.config.values.LIST_DEADLINE_MS);
    return { capabilities: { ...capabilities, ...found }, instructions, serverInfo };
  }
}
