import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import type { CallScope } from '../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../kernel/json.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problem.js';
import { isOpenServer, type RegisteredServer } from '../../upstreams/registered-server.js';
import { paramHeadersOf, unmirrored } from '../../upstreams/modern-headers.js';
import { Upstreams } from '../../upstreams/upstreams.service.js';
import type { NativeMessage } from './native-request.js';

/** The rules of a server and its app for its tools, applied to messages on their way. */
@Injectable()
export class NativePolicy {
  constructor(private readonly upstreams: Upstreams) {}

  /** Whether nothing is hidden, renamed or refused, so that messages may pass unread. */
  isOpen(server: RegisteredServer): boolean {
    return isOpenServer(server);
  }

  /** Looks at the tools of a pinned server when a client does, so that changes are reported. */
  observe(principal: Principal, server: RegisteredServer, { method }: NativeMessage, scope: CallScope): void {
    if (method !== 'tools/list' || server.app === undefined) return;
    Promise.resolve(this.upstreams.tools(principal, server, scope.detached())).catch(() => undefined);
  }

  /** A message as the server is to get it. Throws `tool-not-found`, `tool-denied`, `tool-changed`, `approval-required`. */
  async outgoing(
    principal: Principal,
    server: RegisteredServer,
    message: NativeMessage,
    scope: CallScope,
  ): Promise<NativeMessage> {
    const name = message.params?.['name'];
    if (message.method !== 'tools/call' || typeof name !== 'string') return message;
    const { entry } = await this.upstreams.tool(principal, server, name, scope);
    if (entry.needsApproval) {
      scope.refuseHop(server, 'tools/call', entry.original, 'approval-required');
      throw new Problem('approval-required', `The app lets the tool "${name}" run only after an approval.`);
    }
    return entry.original === name
      ? message
      : { ...message, params: { ...message.params, name: entry.original } };
  }

  /** The declaration of an argument of a call, by the server's name for the tool, that the headers do not mirror as they should. */
  async unmirrored(
    principal: Principal,
    server: RegisteredServer,
    { params }: NativeMessage,
    headers: IncomingHttpHeaders,
    scope: CallScope,
  ): Promise<string | undefined> {
    const declared = await this.paramHeaders(principal, server, params, scope);
    return unmirrored(declared, params?.['arguments'], headers);
  }

  /** The arguments of a call that its tool wants mirrored in headers. */
  async paramHeaders(
    principal: Principal,
    server: RegisteredServer,
    params: JsonObject | undefined,
    scope: CallScope,
  ): Promise<ReturnType<typeof paramHeadersOf>> {
    const listed = await this.upstreams.findSnapshot(principal, server, scope);
    const tool = listed?.items.find(({ name }) => name === params?.['name']);
    return tool === undefined ? [] : paramHeadersOf(tool);
  }

  /** The result of `tools/list` as the client is to see it. Throws `upstream-error` when it holds no list that the rules could be applied to. */
  async shownTools(
    principal: Principal,
    server: RegisteredServer,
    result: unknown,
    scope: CallScope,
  ): Promise<JsonObject> {
    if (!isJsonObject(result) || !Array.isArray(result['tools']))
      throw new Problem('upstream-error', 'The server answered with a list of tools that is none.');
    const tools: readonly unknown[] = result['tools'];
    const { byName, blocked } = await this.upstreams.tools(principal, server, scope);
    const accepted = new Map([...byName.values()].map((entry) => [entry.original, entry.shown]));
    const { policy } = server;
    const isPinned = server.app?.policies.toolPinning === 'block';
    const shownOf = (tool: JsonObject): JsonObject | undefined => {
      const original = String(tool['name']);
      // What a server shows to this client need not be what the gateway was shown and somebody accepted.
      if (isPinned) return accepted.get(original);
      if (!policy.allows(original)) return undefined;
      const shown = policy.show(tool);
      return accepted.has(original) || !blocked.has(String(shown['name'])) ? shown : undefined;
    };
    return { ...result, tools: tools.filter(isJsonObject).flatMap((tool) => shownOf(tool) ?? []) };
  }
}
