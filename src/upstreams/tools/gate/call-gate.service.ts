import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../../kernel/call-scope.js';
import type { Caller } from '../../../kernel/caller.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { inSlices } from '../../../kernel/pacing/slices.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { RpcError } from '../../../mcp/wire/json-rpc.js';
import { ticketIn } from '../../approvals/approval-problems.js';
import { blocksDrift } from '../pins/pinned-server.js';
import { isOpenServer, type RegisteredServer } from '../../declared/registered-server.js';
import type { CallableTool } from '../tool-finder.service.js';
import { AdmittedTool, FoundTargets } from './found-targets.service.js';
import type { AdmittedCall, Approval, AskedOwnTool, AskedTool, Showing } from './asked-tool.js';
import { AnswerViews } from './answer-views.service.js';
import { CallApprovals, decidersOf } from './call-approvals.service.js';
import { contentMethods, type HookedCall } from './call-hook.js';
import { noteDecision } from './decision-notes.js';
import { withoutTold, type Hearing } from './hearing.js';
import { errorShownBy } from './shown-response.js';
import { promptIn, namedIn, type GatedMessage } from './message-target.js';
import { GrantedUse } from './granted-use.service.js';
import { plainAsking } from './rules/rule-book.js';
import { HookChain, targetIn } from './hook-chain.js';

interface Terms {
  /** As the caller knows it. */
  readonly name: string;
  readonly needsApproval: boolean;
  readonly approval: Approval | undefined;
}

/**
 * Stands between every caller and every tool, whichever way a call takes. It is the one place that says whether a tool may be called, and
 * the one that records that it may not; it sends nothing.
 */
@Injectable()
export class CallGate {
  constructor(
    private readonly found: FoundTargets,
    private readonly views: AnswerViews,
    private readonly hooks: HookChain,
    private readonly approvals: CallApprovals,
    private readonly granted: GrantedUse,
  ) {}

  /**
   * Lets a tool be called: found, allowed, as it was accepted, approved where that is wanted, and nothing that hooks have against it. At
   * once when all is known and no hook asks. Throws `tool-not-found`, `tool-denied`, `tool-changed`, `approval-required`, what hooks
   * refuse with and the problems of the upstream.
   */
  admit(caller: Caller, asked: AskedTool, scope: CallScope): AdmittedTool | Promise<AdmittedTool>;
  admit(caller: Caller, asked: AskedOwnTool, scope: CallScope): Promise<AdmittedCall>;
  admit(
    caller: Caller,
    asked: AskedTool | AskedOwnTool,
    scope: CallScope,
  ): AdmittedTool | Promise<AdmittedTool | AdmittedCall> {
    if ('entry' in asked) return this.ownAdmitted(caller, asked, scope);
    const { server, name } = asked;
    if (asked.also !== undefined) return this.admittedForAll(caller, asked, asked.also, scope);
    const { pooled, entry } = this.found.knownTool(caller, server, name);
    if (entry === undefined) return this.afterSearch(caller, asked, scope);
    const found = { server, pooled, entry, spentMs: 0 };
    const granted = this.requireGranted(caller, server, entry.original, scope);
    if (granted !== undefined) return granted.then(() => this.afterFinding(caller, asked, found, scope));
    if (!entry.needsApproval && !this.hooks.hearsAny(server, 'tools/call', entry.original))
      return new AdmittedTool(found, { arguments: asked.arguments, show: undefined });
    return this.afterFinding(caller, asked, found, scope);
  }

  /**
   * Judges a message that need not be parsed: `undefined` lets it pass as the bytes that came; else the function gives the message as the
   * server is to get it, the same when nothing changes. It throws what `admit` does, and `prompt-not-found` and `prompt-changed`.
   */
  review<M extends GatedMessage>(
    caller: Caller,
    server: RegisteredServer,
    message: M,
    scope: CallScope,
    timeoutMs = server.definition.options.timeoutMs,
  ): (() => Promise<M>) | undefined {
    const { method } = message;
    if (method === undefined) return undefined;
    if ((isAboutTask(message) || !isKnownMethod(method)) && this.judgesResults(server))
      return () => {
        throw this.unjudgedRefused(server, message, scope);
      };
    if (!this.views.concern(server, method)) this.views.observe(caller, server, method, scope);
    if (isOpenServer(server) && !this.hooks.hearsRequests(server, method)) return undefined;
    return () => this.reviewed(caller, server, message, scope, timeoutMs);
  }

  /** Records that a policy may not call a tool. The result is the problem to throw, `tool-denied`. */
  refusing(server: RegisteredServer, tool: string, detail: string, scope: CallScope): unknown {
    return this.refused(server, 'tools/call', { name: tool }, new Problem('tool-denied', detail), scope);
  }

  /** Whether callers may see less than all of the results of such a message. */
  showsLess(server: RegisteredServer, { method = '', params = {} }: GatedMessage): boolean {
    return (
      this.views.concern(server, method) ||
      this.hooks.hearsResults(server, method, targetIn(params)) ||
      this.isEmptied(server, method)
    );
  }

  /** What a caller sees of the result of such a message; `undefined`: all of it, unread. */
  show(
    caller: Caller,
    server: RegisteredServer,
    { method = '', params = {} }: GatedMessage,
    scope: CallScope,
  ): Showing | undefined {
    if (this.isEmptied(server, method)) return () => Promise.resolve(emptyResults[method] ?? {});
    const hasRules = this.views.concern(server, method);
    const isHeard = this.hooks.hearsResults(server, method, targetIn(params));
    if (!hasRules && !isHeard) return undefined;
    return async (result) => {
      const left = hasRules ? await this.views.shown(caller, server, method, result, scope) : result;
      return isHeard ? this.heard({ caller, server, method, params, scope }, left) : (left as JsonObject);
    };
  }

  /**
   * What a caller sees of questions that a server asks in the middle of such a message, or of none that is known; `undefined`: all of them, as
   * they come.
   */
  showQuestions(
    caller: Caller,
    server: RegisteredServer,
    message: GatedMessage | undefined,
    scope: CallScope,
  ): Showing | undefined {
    if (contentMethods.some((method) => method === message?.method))
      return this.show(caller, server, message ?? {}, scope);
    const method = contentMethods.find((one) => this.hooks.decidesOnResults(server, one));
    if (method === undefined) return undefined;
    return (result) => this.heard({ caller, server, method, params: {}, scope }, result);
  }

  /** The same of what the gateway itself offers as a tool, where the result comes later than the call was let through. */
  showOwn(
    caller: Caller,
    server: HookedCall['server'],
    params: JsonObject,
    scope: CallScope,
  ): Showing | undefined {
    const method = 'tools/call';
    if (!this.hooks.hearsResults(server, method, targetIn(params))) return undefined;
    return (result) => this.heard({ caller, server, method, params, scope }, result);
  }

  /** What a caller sees of the error that such a message is answered with; `undefined`: all of it. */
  showError(
    caller: Caller,
    server: RegisteredServer,
    { method = '', params = {} }: GatedMessage,
    scope: CallScope,
  ): ((error: RpcError) => Promise<RpcError>) | undefined {
    if (!this.hooks.hearsResults(server, method, targetIn(params))) return undefined;
    const call = { caller, server, method, params, scope };
    return (error) => errorShownBy((result) => this.heard(call, result), error);
  }

  /** What callers hear of a server while results of it are still to be decided on; `undefined`: all of it. */
  hearing(server: RegisteredServer): Hearing | undefined {
    return this.decidesOnContent(server) ? withoutTold : undefined;
  }

  /** Values that complete an argument are content of the server, of which no hook or check is asked. Other results have none, by the protocol. */
  private isEmptied(server: RegisteredServer, method: string): boolean {
    return Object.hasOwn(emptyResults, method) && this.decidesOnContent(server);
  }

  private decidesOnContent(server: RegisteredServer): boolean {
    return contentMethods.some((method) => this.hooks.decidesOnResults(server, method));
  }

  /** Whether any policy could change or withhold a result of this server. */
  private judgesResults(server: RegisteredServer): boolean {
    return contentMethods.some(
      (method) => this.views.concern(server, method) || this.hooks.hearsResults(server, method),
    );
  }

  /**
   * The result of a task arrives by another request than the one that policies know, and that of a method of the server's own they do not know:
   * it would pass them unread.
   */
  private unjudgedRefused(server: RegisteredServer, message: GatedMessage, scope: CallScope): unknown {
    const { method = '', params = {} } = message;
    const detail = isAboutTask(message)
      ? 'Policies apply to the results of this server, and they do not cover tasks. Call the tool without `task`.'
      : `Policies apply to the results of this server, and they do not cover the method ${JSON.stringify(method.slice(0, 100))}.`;
    return this.refused(server, method, params, new Problem('tool-denied', detail), scope);
  }

  /** At once when grants are known. */
  private requireGranted(caller: Caller, server: HookedCall['server'], tool: string, scope: CallScope) {
    return this.granted.require(caller, server, tool, (problem) =>
      this.refused(server, 'tools/call', { name: tool }, problem, scope),
    );
  }

  private async ownAdmitted(caller: Caller, asked: AskedOwnTool, scope: CallScope): Promise<AdmittedCall> {
    await this.requireGranted(caller, asked.server, asked.entry.original, scope);
    return this.admitted(caller, asked.server, asked, asked.entry, scope);
  }

  private async afterSearch(caller: Caller, asked: AskedTool, scope: CallScope): Promise<AdmittedTool> {
    const found = await this.find(caller, asked, scope);
    await this.requireGranted(caller, asked.server, found.entry.original, scope);
    return this.afterFinding(caller, asked, found, scope);
  }

  /** What the others are refused, the caller is refused. */
  private async admittedForAll(
    caller: Caller,
    asked: AskedTool,
    also: readonly Caller[],
    scope: CallScope,
  ): Promise<AdmittedTool> {
    const { server, name } = asked;
    const admitted = await this.afterSearch(caller, asked, scope);
    const { original, needsApproval } = admitted.entry;
    const params = {
      name: original,
      ...(asked.arguments === undefined ? {} : { arguments: asked.arguments }),
    };
    for (const other of also) {
      await this.requireGranted(other, server, original, scope);
      const call = { caller: other, server, method: 'tools/call', params, scope, isAgain: true };
      await this.permitted(call, { name, needsApproval, approval: undefined }, scope);
    }
    return admitted;
  }

  private async afterFinding(
    caller: Caller,
    asked: AskedTool,
    found: CallableTool,
    scope: CallScope,
  ): Promise<AdmittedTool> {
    const call = await this.admitted(
      caller,
      asked.server,
      asked,
      { ...found.entry, name: asked.name },
      scope,
    );
    return new AdmittedTool(found, call);
  }

  /** What of rules and hooks is left to be asked once a tool is found and allowed. */
  private async admitted(
    caller: Caller,
    server: HookedCall['server'],
    { arguments: args, approval }: Pick<AskedTool, 'arguments' | 'approval'>,
    entry: AskedOwnTool['entry'] & { readonly name?: string },
    scope: CallScope,
  ): Promise<AdmittedCall> {
    const { original, shown, needsApproval, name = String(shown['name']) } = entry;
    const params = { name: original, ...(args === undefined ? {} : { arguments: args }) };
    const call = { caller, server, method: 'tools/call', params, scope };
    const permitted = await this.permitted(call, { name, needsApproval, approval }, scope);
    const changed = permitted['arguments'];
    return {
      arguments: isJsonObject(changed) ? changed : undefined,
      show: this.hooks.hearsResults(server, 'tools/call', original)
        ? (result) => this.heard({ ...call, params: permitted }, result)
        : undefined,
    };
  }

  /** The parameters of a request that nothing stands against any more. Throws and records what does. */
  private async permitted(
    call: HookedCall,
    { name, needsApproval, approval }: Terms,
    scope: CallScope,
  ): Promise<JsonObject> {
    const { server, method } = call;
    try {
      const { params, requiredBy: author, reason } = await this.hooks.request(call);
      const asking = needsApproval ? await inSlices(plainAsking(server, String(params['name']))) : undefined;
      if (asking !== undefined) noteDecision({ ...call, params }, asking);
      const requiredBy = needsApproval ? (author ?? 'app') : author;
      if (requiredBy === undefined) return params;
      if ((await approval?.isGiven(decidersOf(server, requiredBy, scope))) === true) return params;
      return await this.approvals.require({ ...call, params }, { name, reason, requiredBy }, scope);
    } catch (error) {
      throw this.refused(server, method, call.params, error, scope);
    }
  }

  private async reviewed<M extends GatedMessage>(
    caller: Caller,
    server: RegisteredServer,
    message: M,
    scope: CallScope,
    timeoutMs: number | undefined,
  ): Promise<M> {
    const { method = '', params = {} } = message;
    const prompt = promptIn(message);
    if (prompt !== undefined && blocksDrift(server))
      await this.found.requirePrompt(caller, server, prompt, timeoutMs, scope).catch((error: unknown) => {
        throw this.refused(server, 'prompts/get', { name: prompt }, error, scope);
      });
    const name = method === 'tools/call' ? params['name'] : undefined;
    const entry =
      typeof name !== 'string' || isOpenServer(server)
        ? undefined
        : (await this.find(caller, { server, name }, scope)).entry;
    if (
      entry?.needsApproval !== true &&
      !this.hooks.hearsRequests(server, method) &&
      (entry?.original ?? name) === name
    )
      return message;
    const call = {
      caller,
      server,
      method,
      params: entry === undefined ? params : { ...params, name: entry.original },
      scope,
    };
    const terms = { name: String(name), needsApproval: entry?.needsApproval === true, approval: undefined };
    const permitted = await this.permitted(call, terms, scope);
    return permitted === params ? message : { ...message, params: permitted };
  }

  private async find(caller: Caller, asked: AskedTool, scope: CallScope): Promise<CallableTool> {
    const { server, name } = asked;
    try {
      return await this.found.tool(caller, asked, scope);
    } catch (error) {
      throw this.refused(server, 'tools/call', { name }, error, scope);
    }
  }

  private async heard(call: HookedCall, result: unknown): Promise<JsonObject> {
    try {
      if (!isJsonObject(result)) throw new Problem('upstream-error', 'The server answered with no result.');
      return await this.hooks.response(call, result);
    } catch (error) {
      const { server, method, params, scope } = call;
      scope.refuseAnswer(server, method, namedIn(params), Problem.from(error).code);
      throw error;
    }
  }

  /** Records that a request goes no further, and why. */
  private refused(
    server: HookedCall['server'],
    method: string,
    params: JsonObject,
    error: unknown,
    scope: CallScope,
  ): unknown {
    const isWaiting = ticketIn(error) !== undefined;
    scope.refuseHop(server, method, namedIn(params), Problem.from(error).code, isWaiting);
    return error;
  }
}

/** Results in which policies have nothing to judge, as callers get them. */
const emptyResults: Readonly<Record<string, JsonObject>> = {
  'completion/complete': { completion: { values: [] } },
  ping: {},
  'logging/setLevel': {},
  'resources/subscribe': {},
  'resources/unsubscribe': {},
};

/** Methods of MCP whose results policies know, or know to be empty; notifications have none. */
const knownMethods: ReadonlySet<string> = new Set([
  ...contentMethods,
  ...Object.keys(emptyResults),
  ...['initialize', 'server/discover', 'subscriptions/listen'],
  ...['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'],
]);

function isKnownMethod(method: string): boolean {
  return knownMethods.has(method) || method.startsWith('notifications/');
}

/** Requests that begin a task, or return its content (MCP 2025-11-25, Tasks; 2026-07-28, the tasks extension). */
const taskMethods: ReadonlySet<string> = new Set([
  ...['tasks/get', 'tasks/list', 'tasks/result', 'tasks/update', 'tasks/cancel'],
]);

function isAboutTask({ method = '', params }: GatedMessage): boolean {
  return taskMethods.has(method) || params?.['task'] !== undefined;
}
