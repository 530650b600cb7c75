import { Injectable } from '@nestjs/common';
import { TenantServers } from '../upstreams/declared/tenant-servers.service.js';
import type { AppState } from '../apps/document/app.js';
import type { CallScope } from '../kernel/call-scope.js';
import { withDeadline } from '../kernel/pacing/deadline.js';
import type { Caller } from '../kernel/caller.js';
import { Problem } from '../kernel/problems/problem.js';
import { Config } from '../platform/config/config.js';
import { Logger } from '../platform/logging/logger.js';
import { isPersonal } from '../upstreams/connection/connection-owner.js';
import { NativeAccess } from '../upstreams/connection/native-access.service.js';
import type { RegisteredServer } from '../upstreams/declared/registered-server.js';
import { isListCircle } from '../upstreams/connection/lists/list-circles.js';
import { Upstreams } from '../upstreams/tools/upstreams.service.js';
import type { ServerReport } from './server-report.js';

/** What came of asking one server: its part of the list (the last known one when it failed), if any. */
export interface FanOutPart<T> {
  readonly server: RegisteredServer;
  readonly report: ServerReport;
  readonly value: T | undefined;
  /** Why it did not answer. */
  readonly problem: Problem | undefined;
}

/** One kind of question to a server. */
export interface FanOutQuestion<T> {
  /** Names the kind, so that a server that hangs in one is still waited for in another. */
  readonly kind: string;
  readonly ask: (server: RegisteredServer, scope: CallScope) => Promise<T>;
  /** The last known answer; asks nobody. */
  readonly known: (server: RegisteredServer) => T | undefined;
  /** Name of the one server to ask in place of all. */
  readonly only?: string | undefined;
  /** Waits for servers too that did not answer in time before. */
  readonly patient?: boolean;
}

/** Asks all servers of an app side by side. None can take longer than LIST_DEADLINE_MS, and none spoils what the others say. */
@Injectable()
export class ServerFanOut {
  /** Kinds in which a server did not answer in time, until it does: the next one does not wait for it again. */
  private readonly late = new WeakMap<object, Set<string>>();
  /** Servers whose lists wait for themselves: endpoints of this gateway. */
  private readonly circling = new WeakSet<RegisteredServer>();

  constructor(
    private readonly tenants: TenantServers,
    private readonly upstreams: Upstreams,
    private readonly access: NativeAccess,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  /** The servers of an app that are not disabled, or the one named. Throws `server-not-found`. */
  servers(state: AppState, only?: string): readonly RegisteredServer[] {
    const enabled = this.tenants
      .list(state)
      .filter(
        ({ definition }) =>
          definition.options.disabled !== true && (only ?? definition.name) === definition.name,
      );
    if (only !== undefined && enabled.length === 0)
      throw new Problem('server-not-found', `The app has no server "${only}".`);
    return enabled;
  }

  async ask<T>(
    caller: Caller,
    state: AppState,
    question: FanOutQuestion<T>,
    scope: CallScope,
  ): Promise<readonly FanOutPart<T>[]> {
    const startedAt = performance.now();
    const before = scope.upstreamMs;
    const servers = this.servers(state, question.only);
    const parts = await Promise.all(servers.map((server) => this.part(caller, server, question, scope)));
    // They are asked side by side: what each took must not be added up.
    scope.upstreamMs = before + performance.now() - startedAt;
    return parts;
  }

  private async part<T>(
    caller: Caller,
    server: RegisteredServer,
    question: FanOutQuestion<T>,
    scope: CallScope,
  ): Promise<FanOutPart<T>> {
    const { name } = server.definition;
    let value: T | undefined;
    let problem: Problem | undefined;
    try {
      value = await this.answer(caller, server, question, scope);
    } catch (error) {
      problem = Problem.from(error);
      if (problem.code === 'internal-error')
        this.logger.error('server.part-failed', { requestId: scope.requestId, server: server.handle, error });
      // What is known came the same way: with it the list would grow by itself.
      if (!isListCircle(problem)) value = question.known(server);
      else this.told(server);
    }
    const { status, lastFailure } = this.upstreams.state(caller, server);
    const circle = this.circling.has(server) ? new Problem('server-circle', circleDetail) : undefined;
    const reason = problem ?? (status === 'ready' ? circle : lastFailure);
    return {
      server,
      value,
      problem,
      report: { name, status, ...(reason === undefined ? {} : { error: reasonOf(reason) }) },
    };
  }

  /** A server that is known to be down is not asked: its connection is being tried anew anyhow. */
  private answer<T>(
    caller: Caller,
    server: RegisteredServer,
    { kind, ask, patient = false }: FanOutQuestion<T>,
    scope: CallScope,
  ): Promise<T> {
    const { status, lastFailure } = this.upstreams.state(caller, server);
    if (status === 'unavailable' && lastFailure !== undefined && !patient) return Promise.reject(lastFailure);
    // Where each person has a connection of their own, that of one says nothing of another's.
    const late = this.lateKinds(isPersonal(server) ? this.access.upstream(server, caller) : server);
    const answer = ask(server, scope.detached());
    answer.then(
      () => late.delete(kind),
      () => undefined,
    );
    const { LIST_DEADLINE_MS } = this.config.values;
    return withDeadline(answer, late.has(kind) && !patient ? 0 : LIST_DEADLINE_MS, () => {
      late.add(kind);
      return new Problem(
        'upstream-timeout',
        `The server did not answer within LIST_DEADLINE_MS (${String(LIST_DEADLINE_MS)}).`,
      );
    });
  }

  private told(server: RegisteredServer): void {
    if (this.circling.has(server)) return;
    this.circling.add(server);
    this.logger.warn('server.lists-in-a-circle', { server: server.handle });
  }

  private lateKinds(asked: object): Set<string> {
    let kinds = this.late.get(asked);
    if (kinds === undefined) this.late.set(asked, (kinds = new Set<string>()));
    return kinds;
  }
}

const circleDetail =
  'The server is an endpoint of this gateway that lists this server again; what comes by that way is left out.';

function reasonOf({ code, detail }: Problem): NonNullable<ServerReport['error']> {
  return detail === undefined ? { code } : { code, detail };
}
