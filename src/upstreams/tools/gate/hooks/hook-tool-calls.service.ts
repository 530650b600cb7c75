import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AppState } from '../../../../apps/document/app.js';
import { toolOfReference } from '../../../../apps/document/policies/hooks.schema.js';
import { foreignJsonDepth } from '../../../../kernel/json/foreign/foreign-json.js';
import { measuringJson } from '../../../../kernel/json/foreign/json-printing.js';
import { isJsonObject, type JsonObject } from '../../../../kernel/json/json.js';
import { inSlices } from '../../../../kernel/pacing/slices.js';
import type { RawResponse } from '../../../../mcp/wire/link.js';
import { Config } from '../../../../platform/config/config.js';
import { AccountUsage } from '../../../../platform/usage/account-usage.service.js';
import type { RegisteredServer } from '../../../declared/registered-server.js';
import { PolicyCalls } from '../../policy-calls.service.js';
import type { HookedCall } from '../call-hook.js';
import { maxAnswerBytes, readAnswer, tooLarge } from './hook-answer-limits.js';
import { HookFailure } from './hook-decision.js';
import { HookTools } from './hook-tools.js';
import type { WrittenHook } from './written-hook.js';

/** A decision stands in the structured content of the result. */
const answerDepth = foreignJsonDepth + 2;

/** Calls the tools of hooks. */
@Injectable()
export class HookToolCalls implements OnModuleInit {
  /** Servers as hooks call them. */
  private readonly quiet = new WeakMap<RegisteredServer, RegisteredServer>();

  constructor(
    private readonly tools: HookTools,
    private readonly calls: PolicyCalls,
    private readonly usage: AccountUsage,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.tools.register((...asked) => this.ask(...asked));
  }

  private async ask(
    { hook: { tool: reference = '' }, by, pointer }: WrittenHook,
    app: AppState | undefined,
    { caller, scope, server }: HookedCall,
    question: JsonObject,
    signal: AbortSignal,
  ): Promise<unknown> {
    const own = scope.detached();
    signal.addEventListener('abort', () => {
      own.cancel();
    });
    const author = by === 'app' ? { appId: server.app?.id, savedBy: server.app?.authorId ?? undefined } : {};
    const response = await this.calls.make(
      {
        ...{ caller, arguments: question, tool: toolOfReference(reference).tool },
        server: this.quietened(this.calls.serverOf(reference, app)),
        cause: { kind: 'hook', by, pointer, ...author },
      },
      own,
    );
    const bytes = await inSlices(measuringJson(question, { maxDepth: Infinity, maxBytes: Infinity }));
    return this.decisionOf(caller.principal.accountId, response, maxAnswerBytes(bytes ?? 0));
  }

  /** The structured content of a result, or its only text as JSON. */
  private async decisionOf(
    accountId: string,
    { message, resultBytes }: RawResponse,
    maxBytes: number,
  ): Promise<unknown> {
    // A large result is taken apart when somebody looks into it.
    if ((resultBytes?.length ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const result = message.result ?? {};
    const bytes = await inSlices(measuringJson(result, { maxDepth: answerDepth, maxBytes }));
    if (bytes === undefined) throw tooLarge(maxBytes);
    const release = this.usage.hold('answerBytes', accountId, bytes);
    try {
      return await readResult(result, this.config.values.MAX_RESULT_ELEMENTS);
    } finally {
      release();
    }
  }

  private quietened(server: RegisteredServer): RegisteredServer {
    let known = this.quiet.get(server);
    if (known === undefined) this.quiet.set(server, (known = quietened(server)));
    return known;
  }
}

/**
 * The server without the policies of whoever wrote the hook, so that none rings: an operator's hook meets none, an app's those of the operator,
 * which hold for apps in all they do.
 */
function quietened(server: RegisteredServer): RegisteredServer {
  const { app, definition } = server;
  if (app === undefined) return { ...server, definition: { ...definition, policies: undefined } };
  const { toolPinning } = app.policies;
  return { ...server, app: { ...app, policies: toolPinning === undefined ? {} : { toolPinning } } };
}

async function readResult(result: JsonObject, maxValues: number): Promise<unknown> {
  if (result['isError'] === true) throw new HookFailure('is a tool that failed');
  const { structuredContent, content } = result;
  if (isJsonObject(structuredContent)) return structuredContent;
  const [first, ...others] = Array.isArray(content) ? (content as unknown[]) : [];
  const text = isJsonObject(first) && others.length === 0 ? first['text'] : undefined;
  if (typeof text !== 'string') throw new HookFailure('is a tool that answered with no decision');
  return readAnswer(text, maxValues);
}
