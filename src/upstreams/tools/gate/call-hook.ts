import type { CallScope } from '../../../kernel/call-scope.js';
import type { Caller } from '../../../kernel/caller.js';
import type { CalledServer } from '../../../kernel/hop.js';
import type { JsonObject } from '../../../kernel/json/json.js';
import type { Problem } from '../../../kernel/problems/problem.js';
import type { ServerDefinition } from '../../declared/server-definition.js';
import type { RegisteredServer } from '../../declared/registered-server.js';

/** A server as the gate knows it: one of a config, or what an app itself offers beside its servers. */
export interface GatedServer extends Omit<CalledServer, 'app'>, Pick<RegisteredServer, 'app' | 'published'> {
  readonly policy: RegisteredServer['policy'];
  readonly definition: Pick<ServerDefinition, 'name' | 'policies'>;
  /** By which grants name it, where that is not its handle. */
  readonly grantedAs?: string;
}

/** The methods by which something of a server is had, beside its lists. */
export const contentMethods = ['tools/call', 'resources/read', 'prompts/get'] as const;

/** On the way to a server, or back. */
export type HookPhase = 'request' | 'response';

/** A request on its way to a server, as hooks see it. */
export interface HookedCall {
  readonly caller: Caller;
  readonly server: GatedServer;
  /** MCP method, such as `tools/call`. */
  readonly method: string;
  /** As the server gets them: the name of a tool or prompt is the server's own. */
  readonly params: JsonObject;
  /** The request that it is part of. */
  readonly scope: CallScope;
  /** It is asked about once more, since a hook behind has changed it. */
  readonly isAgain?: boolean;
}

/** Nothing is to be said against it. */
export interface Pass {
  readonly kind: 'pass';
}

/** It goes on: with these members in place of those of the request's parameters, or with this result. A request stays one of the same tool, prompt or resource. */
export interface Changed {
  readonly kind: 'changed';
  readonly value: JsonObject;
}

/** It goes no further, and whoever asked is told this. */
export interface Refused {
  readonly kind: 'refused';
  readonly problem: Problem;
}

/** It goes on if somebody approves, where there is somebody to ask; else it is `approval-required`. */
export interface Ask {
  readonly kind: 'ask';
  /** Whose policies ask: those of the app alone; absent: the operator's. */
  readonly by?: 'app';
  /** Why, for whoever decides. */
  readonly reason?: string | undefined;
  /** Members in place of those of the request's parameters, if it changes them, too. */
  readonly value?: JsonObject;
}

/** What a hook thinks of a request. */
export type RequestDecision = Pass | Changed | Refused | Ask;

/** What a hook thinks of a result. */
export type ResponseDecision = Pass | Changed | Refused;

/**
 * A rule about what passes between callers and servers, whichever way it takes. It decides and sends nothing. Hooks are asked in their
 * order; each sees what those before it have changed. What a hook throws refuses.
 */
export interface CallHook {
  /** The MCP methods that it is about; all else passes it unread. */
  readonly methods: readonly string[];
  /**
   * Whether it is about such requests to this server, or their results, found at once and always the same for the same server; with a name, about
   * those for the tool or prompt that has it at the server. Absent: about all. What is of no concern is left unread.
   */
  concerns?(server: GatedServer, method: string, phase: HookPhase, name: string | undefined): boolean;
  /** It is asked once more about what a hook behind it has changed. */
  readonly judgesChanges?: boolean;
  /** It shows less of what all others have decided on, and stands behind them: its changes are not judged. */
  readonly showsLess?: boolean;
  /** Asked before the server is. */
  request?(call: HookedCall): RequestDecision | Promise<RequestDecision>;
  /**
   * Asked before the caller gets the result of a request that was admitted. Lists are heard on their way to native clients of a server only:
   * elsewhere they are merged from what the gateway keeps.
   */
  response?(call: HookedCall, result: JsonObject): ResponseDecision | Promise<ResponseDecision>;
}

/** Provider token of the hooks of a gateway, a `readonly CallHook[]`: none, unless a module or a test provides some. */
export const callHooks = Symbol('callHooks');

/** Provider token of what the policies of servers and apps say, in the order in which it is asked; the hooks of the gateway go before. */
export const policyHooks = Symbol('policyHooks');
