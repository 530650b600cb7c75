import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import type { CallScope } from '../../kernel/call-scope.js';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Caller } from '../../kernel/caller.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import type { Snapshot } from '../../upstreams/connection/lists/catalogue.js';
import { InstructionFinder } from '../../upstreams/tools/instruction-finder.service.js';
import { NativeAccess } from '../../upstreams/connection/native-access.service.js';
import type { PinKind } from '../../upstreams/tools/pins/fingerprint.js';
import type { Verdict } from '../../upstreams/tools/pins/verdict.js';
import { PromptFinder } from '../../upstreams/tools/prompt-finder.service.js';
import { isCleared } from '../../upstreams/declared/cleared-server.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { ToolFinder } from '../../upstreams/tools/tool-finder.service.js';
import type { UpstreamConnection } from '../../upstreams/connection/handshake/upstream-connector.port.js';
import { UpstreamPrompts } from '../../upstreams/tools/upstream-prompts.service.js';
import { Upstreams } from '../../upstreams/tools/upstreams.service.js';
import { ServerFanOut, type FanOutPart, type FanOutQuestion } from '../server-fan-out.service.js';

/** What a server has of one kind, and how it differs from the pin. */
export type JudgedItems = Verdict & { readonly items: readonly JsonObject[] };
type Judge<V> = (server: RegisteredServer, value: V) => Promise<JudgedItems | undefined>;

/** What came of asking one server; without `judged` when nothing is known, or nothing is pinned. */
export interface JudgedPart extends Pick<FanOutPart<unknown>, 'server' | 'report' | 'problem'> {
  readonly judged: JudgedItems | undefined;
}

/** Asks the servers of an app for what they have of one kind, and compares; the last known stands for one that does not answer. */
@Injectable()
export class DriftFanOut {
  constructor(
    private readonly round: ServerFanOut,
    private readonly upstreams: Upstreams,
    private readonly prompts: UpstreamPrompts,
    private readonly access: NativeAccess,
    private readonly toolFinder: ToolFinder,
    private readonly promptFinder: PromptFinder,
    private readonly instructions: InstructionFinder,
  ) {}

  /** Throws `server-not-found` for an `only` that the app does not have. */
  ask(
    caller: Caller<UserPrincipal>,
    state: AppState,
    kind: PinKind,
    only: string | undefined,
    scope: CallScope,
  ): Promise<readonly JudgedPart[]> {
    const { accountId } = caller.owner;
    const judged = <V>(question: Omit<FanOutQuestion<V>, 'kind' | 'only'>, judge: Judge<V>) =>
      this.judged(caller, state, { kind, only, ...question }, judge, scope);
    if (kind === 'tools')
      return judged<Snapshot>(
        {
          ask: (server, askScope) => this.upstreams.snapshot(caller, server, askScope),
          known: (server) => this.upstreams.knownSnapshot(caller, server),
        },
        async (server, list) =>
          withItems(list, clearedOf(server, await this.toolFinder.drift(accountId, server, list))),
      );
    if (kind === 'prompts')
      return judged<Snapshot>(
        {
          ask: (server, askScope) => this.prompts.snapshot(caller, server, askScope),
          known: (server) => this.prompts.knownSnapshot(caller, server),
        },
        async (server, list) => withItems(list, await this.promptFinder.drift(accountId, server, list)),
      );
    const upstream = (server: RegisteredServer) => this.access.upstream(server, caller);
    return judged<Pick<UpstreamConnection, 'instructions'>>(
      {
        ask: (server, askScope) => upstream(server).connect(askScope),
        known: (server) => upstream(server).state.connection,
      },
      (server, { instructions }) => this.instructions.drift(accountId, server, instructions),
    );
  }

  private async judged<V>(
    caller: Caller<UserPrincipal>,
    state: AppState,
    question: FanOutQuestion<V>,
    judge: Judge<V>,
    scope: CallScope,
  ): Promise<readonly JudgedPart[]> {
    const parts = await this.round.ask(caller, state, question, scope);
    return Promise.all(
      parts.map(async ({ server, report, problem, value }) => ({
        ...{ server, report, problem },
        judged: value === undefined ? undefined : await judge(server, value),
      })),
    );
  }
}

/** Of tools that are not there for the caller, nothing is told. */
function clearedOf(server: RegisteredServer, verdict: Verdict | undefined): Verdict | undefined {
  if (verdict === undefined || server.cleared === undefined) return verdict;
  const { changes, warnings, digest } = verdict.drift;
  const isSeen = ({ name }: { readonly name: string }) => isCleared(server, name);
  return {
    ...verdict,
    drift: { digest, changes: changes.filter(isSeen), warnings: warnings.filter(isSeen) },
  };
}

function withItems({ items }: Snapshot, verdict: Verdict | undefined): JudgedItems | undefined {
  return verdict === undefined ? undefined : { ...verdict, items };
}
