import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../../kernel/call-scope.js';
import type { Caller } from '../../../kernel/caller.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { inSlices } from '../../../kernel/pacing/slices.js';
import { fittedItem } from '../../connection/lists/list-items.js';
import { InstructionFinder } from '../instruction-finder.service.js';
import { blocksDrift, isPinned } from '../pins/pinned-server.js';
import { PromptFinder, type PromptView } from '../prompt-finder.service.js';
import { isOpenServer, type RegisteredServer } from '../../declared/registered-server.js';
import { ToolFinder } from '../tool-finder.service.js';
import type { ToolView } from '../tool-view.js';
import { UpstreamLists } from '../upstream-lists.service.js';

/** Methods by which a server introduces itself, in both eras. */
const introductions: readonly string[] = ['initialize', 'server/discover'];

/** What the rules of a server and its app leave of its answers. */
@Injectable()
export class AnswerViews {
  constructor(
    private readonly lists: UpstreamLists,
    private readonly tools: ToolFinder,
    private readonly prompts: PromptFinder,
    private readonly instructions: InstructionFinder,
  ) {}

  /** Whether rules may hide something of the answer to such a request. */
  concern(server: RegisteredServer, method: string): boolean {
    if (method === 'tools/list') return !isOpenServer(server);
    if (method === 'prompts/list') return blocksDrift(server);
    return introductions.includes(method) && isPinned(server);
  }

  /** The result as callers are to see it; the same object when nothing is different. Throws `upstream-error` for what the rules cannot be applied to. */
  async shown(
    caller: Caller,
    server: RegisteredServer,
    method: string,
    result: unknown,
    scope: CallScope,
  ): Promise<JsonObject> {
    if (method === 'tools/list') return this.shownTools(caller, server, result, scope);
    if (method === 'prompts/list') return this.shownPrompts(caller, server, result, scope);
    if (!isJsonObject(result)) throw new Problem('upstream-error', 'The server answered with no result.');
    return this.introduced(caller, server, result);
  }

  /** Looks at the list of a pinned server when a client uses it, so that changes are reported. */
  observe(caller: Caller, server: RegisteredServer, method: string, scope: CallScope): void {
    if (!isPinned(server)) return;
    if (method === 'tools/list') this.toolView(caller, server, scope.detached()).catch(() => undefined);
    if (method === 'prompts/list' || (method === 'prompts/get' && !blocksDrift(server)))
      this.promptView(caller, server, scope.detached()).catch(() => undefined);
  }

  /** With the instructions that were accepted, or with none. */
  private async introduced(
    { owner }: Caller,
    server: RegisteredServer,
    introduction: JsonObject,
  ): Promise<JsonObject> {
    const { instructions, ...rest } = introduction;
    const said = typeof instructions === 'string' ? instructions : undefined;
    if (!isPinned(server)) return introduction;
    const shown = await this.instructions.shown(owner.accountId, server, said);
    return shown === undefined && instructions !== undefined ? rest : introduction;
  }

  private async shownTools(
    caller: Caller,
    server: RegisteredServer,
    result: unknown,
    scope: CallScope,
  ): Promise<JsonObject> {
    const tools = listIn(result, 'tools');
    const view = await this.toolView(caller, server, scope);
    return { ...(result as JsonObject), tools: await inSlices(showing(server, tools, view)) };
  }

  /** Where changed ones are blocked: what a server shows to this client need not be what was accepted. */
  private async shownPrompts(
    caller: Caller,
    server: RegisteredServer,
    result: unknown,
    scope: CallScope,
  ): Promise<JsonObject> {
    const prompts = listIn(result, 'prompts');
    const { items } = await this.promptView(caller, server, scope);
    const accepted = new Map(items.map((prompt) => [prompt['name'], prompt]));
    const shown = prompts.filter(isJsonObject).flatMap((prompt) => accepted.get(prompt['name']) ?? []);
    return { ...(result as JsonObject), prompts: shown };
  }

  private async toolView(caller: Caller, server: RegisteredServer, scope: CallScope): Promise<ToolView> {
    const list = await this.lists.get(caller, server, 'tools', scope);
    return this.tools.view(caller.owner.accountId, server, list);
  }

  private async promptView(caller: Caller, server: RegisteredServer, scope: CallScope): Promise<PromptView> {
    const list = await this.lists.get(caller, server, 'prompts', scope);
    return this.prompts.view(caller.owner.accountId, server, list);
  }
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
  for (const [index, sent] of tools.entries()) {
    yield undefined;
    const { item: tool } = fittedItem('tools', sent, index, Infinity);
    const original = tool?.['name'];
    if (tool === undefined || typeof original !== 'string') continue;
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
