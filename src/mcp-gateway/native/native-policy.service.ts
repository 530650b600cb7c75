import { Injectable } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import type { CallScope } from '../../kernel/call-scope.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Principal } from '../../kernel/principal.js';
import { Problem } from '../../kernel/problems/problem.js';
import { inSlices } from '../../kernel/pacing/slices.js';
import { InstructionFinder } from '../../upstreams/tools/instruction-finder.service.js';
import { blocksDrift, isPinned } from '../../upstreams/tools/pins/pinned-server.js';
import { isOpenServer, type RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { paramHeadersOf, unmirrored } from '../../mcp/wire/modern-headers.js';
import type { ToolView } from '../../upstreams/tools/tool-view.js';
import { UpstreamPrompts } from '../../upstreams/tools/upstream-prompts.service.js';
import { Upstreams } from '../../upstreams/tools/upstreams.service.js';
import type { NativeMessage } from '../../mcp/server/native-request.js';

/** The rules of a server and its app for its tools, applied to messages on their way. */
@Injectable()
export class NativePolicy {
  constructor(
    private readonly upstreams: Upstreams,
    private readonly prompts: UpstreamPrompts,
    private readonly instructions: InstructionFinder,
  ) {}

  /** Whether nothing is hidden, renamed or refused, so that messages may pass unread. */
  isOpen(server: RegisteredServer): boolean {
    return isOpenServer(server);
  }

  /** Looks at the lists of a pinned server when a client does, so that changes are reported. */
  observe(principal: Principal, server: RegisteredServer, { method }: NativeMessage, scope: CallScope): void {
    if (!isPinned(server)) return;
    if (method === 'tools/list')
      this.upstreams.tools(principal, server, scope.detached()).catch(() => undefined);
    if (method === 'prompts/list')
      this.prompts.list(principal, server, scope.detached()).catch(() => undefined);
  }

  /** Whether the answer to a request is gone through before the client gets it. */
  isFiltered(server: RegisteredServer, method: string | undefined): boolean {
    if (method === 'tools/list') return !isOpenServer(server);
    if (method === 'prompts/list') return blocksDrift(server);
    return introductions.includes(method ?? '') && isPinned(server);
  }

  /** The result of such a request as the client is to see it; the same object when nothing is different. */
  async shown(
    principal: Principal,
    server: RegisteredServer,
    method: string | undefined,
    result: unknown,
    scope: CallScope,
  ): Promise<JsonObject> {
    if (method === 'tools/list') return this.shownTools(principal, server, result, scope);
    if (method === 'prompts/list') return this.shownPrompts(principal, server, result, scope);
    if (!isJsonObject(result)) throw new Problem('upstream-error', 'The server answered with no result.');
    return this.introduced(principal, server, result);
  }

  /** How a server introduces itself, with the instructions that were accepted or with none. */
  async introduced(
    { accountId }: Principal,
    server: RegisteredServer,
    introduction: JsonObject,
  ): Promise<JsonObject> {
    const { instructions, ...rest } = introduction;
    const said = typeof instructions === 'string' ? instructions : undefined;
    if (!isPinned(server)) return introduction;
    const shown = await this.instructions.shown(accountId, server, said);
    return shown === undefined && instructions !== undefined ? rest : introduction;
  }

  /** A message as the server is to get it. Throws `tool-not-found`, `tool-denied`, `tool-changed`, `approval-required`, `prompt-not-found`, `prompt-changed`. */
  async outgoing(
    principal: Principal,
    server: RegisteredServer,
    message: NativeMessage,
    scope: CallScope,
  ): Promise<NativeMessage> {
    const prompt = promptIn(message);
    if (prompt !== undefined) await this.prompts.require(principal, server, prompt, scope);
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
  private async shownTools(
    principal: Principal,
    server: RegisteredServer,
    result: unknown,
    scope: CallScope,
  ): Promise<JsonObject> {
    const tools = listIn(result, 'tools');
    const view = await this.upstreams.tools(principal, server, scope);
    return { ...(result as JsonObject), tools: await inSlices(showing(server, tools, view)) };
  }

  /** The same for `prompts/list`, where changed ones are blocked: what a server shows to this client need not be what was accepted. */
  private async shownPrompts(
    principal: Principal,
    server: RegisteredServer,
    result: unknown,
    scope: CallScope,
  ): Promise<JsonObject> {
    const prompts = listIn(result, 'prompts');
    const { items } = await this.prompts.list(principal, server, scope);
    const accepted = new Map(items.map((prompt) => [prompt['name'], prompt]));
    const shown = prompts.filter(isJsonObject).flatMap((prompt) => accepted.get(prompt['name']) ?? []);
    return { ...(result as JsonObject), prompts: shown };
  }
}

/** Methods by which a server introduces itself, in both eras. */
const introductions: readonly string[] = ['initialize', 'server/discover'];

/** The prompt that a message is about. */
function promptIn({ method, params }: NativeMessage): string | undefined {
  const ref = params?.['ref'];
  const isReferred = method === 'completion/complete' && isJsonObject(ref) && ref['type'] === 'ref/prompt';
  const name = method === 'prompts/get' ? params?.['name'] : isReferred ? ref['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

function listIn(result: unknown, kind: 'tools' | 'prompts'): readonly unknown[] {
  const list: unknown = isJsonObject(result) ? result[kind] : undefined;
  if (!Array.isArray(list))
    throw new Problem('upstream-error', `The server answered with a list of ${kind} that is none.`);
  return list;
}

/** The tools of a list as the rules leave them, in steps: they may be many, and so may the rules. */
function* showing(
  server: RegisteredServer,
  tools: readonly unknown[],
  { byName, blocked, denied }: ToolView,
): Generator<undefined, JsonObject[]> {
  const { policy } = server;
  const accepted = new Map([...byName.values()].map((entry) => [entry.original, entry.shown]));
  const shown: JsonObject[] = [];
  for (const tool of tools) {
    yield undefined;
    if (!isJsonObject(tool)) continue;
    const original = String(tool['name']);
    const known = accepted.get(original);
    // What a server shows to this client need not be what the gateway was shown and somebody accepted.
    if (blocksDrift(server)) {
      if (known !== undefined) shown.push(known);
    } else if (known !== undefined) shown.push(policy.show(tool));
    else if (!denied.has(original) && (yield* policy.allowing(original))) {
      const one = policy.show(tool);
      if (!blocked.has(String(one['name']))) shown.push(one);
    }
  }
  return shown;
}
