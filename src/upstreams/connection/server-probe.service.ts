import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import type { CallScope } from '../../kernel/call-scope.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { ProbedServer } from '../declared/probed-server.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { TenantServers } from '../declared/tenant-servers.service.js';
import { isPersonal, type Visitor } from './connection-owner.js';
import { UpstreamPool, type PooledUpstream } from './upstream-pool.service.js';

/** All servers are looked at side by side, and this is all the time they get. */
const patienceMs = 2000;

/** Looks at servers before their declaration is in force. Never starts a command. */
@Injectable()
export class ServerProbe {
  private readonly looks = new WeakMap<AppState, Promise<readonly ProbedServer[]>>();

  constructor(
    private readonly pool: UpstreamPool,
    private readonly tenants: TenantServers,
  ) {}

  /** The servers of an app as it would be, in the order of its config; whoever asks about the same draft shares one look. */
  all(draft: AppState, scope: CallScope): Promise<readonly ProbedServer[]> {
    const looked = this.looks.get(draft) ?? this.look(draft, scope);
    this.looks.set(draft, looked);
    return looked;
  }

  private async look(draft: AppState, scope: CallScope): Promise<readonly ProbedServer[]> {
    const visitor: Visitor = { owner: { kind: 'account', accountId: draft.app.accountId } };
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, patienceMs, undefined);
    });
    try {
      // One begins after the other, so that others have their turns beside a hundred.
      let begun: Promise<unknown> = Promise.resolve();
      const looks = this.tenants.list(draft).map((server) => {
        const found = begun.then(() => this.one(server, visitor, scope, patience));
        begun = begun.then(() => new Promise((resolve) => setImmediate(resolve)));
        return found;
      });
      return await Promise.all(looks);
    } finally {
      clearTimeout(timer);
    }
  }

  private async one(
    server: RegisteredServer,
    visitor: Visitor,
    scope: CallScope,
    patience: Promise<undefined>,
  ): Promise<ProbedServer> {
    const { target, options } = server.definition;
    if (options.disabled === true || target.obstacle !== undefined || startsCommand(server))
      return { server };
    // What each person sees there is nobody else's to look at.
    if (isPersonal(server)) return { server };
    if (server.published !== undefined)
      return look(server, this.pool.get(server.published, visitor), scope, patience);
    const pooled = this.pool.find(server, visitor);
    if (pooled !== undefined) return look(server, pooled, scope, patience);
    const trial = this.pool.trial(server, visitor);
    try {
      return await look(server, trial, scope, patience);
    } finally {
      void trial.upstream.close();
    }
  }
}

/** A published command runs for its account anyway; one of an app's own must not run for a draft. */
function startsCommand({ definition, published }: RegisteredServer): boolean {
  return definition.target.transport === 'stdio' && published === undefined;
}

async function look(
  server: RegisteredServer,
  pooled: PooledUpstream,
  scope: CallScope,
  patience: Promise<undefined>,
): Promise<ProbedServer> {
  const { catalogue } = pooled;
  const known = catalogue.peek('tools');
  const { timeoutMs } = server.definition.options;
  try {
    const found =
      known ?? (await Promise.race([catalogue.get('tools', scope.detached(), { timeoutMs }), patience]));
    if (found === undefined) return { server, failure: new Problem('upstream-timeout', 'it took too long') };
    return { server, tools: found.items, ...(await operationsOf(server, pooled, scope, patience)) };
  } catch (error) {
    return { server, failure: Problem.from(error) };
  }
}

/** What the tools of an API send, as far as that can be had. */
async function operationsOf(
  { definition: { target, options } }: RegisteredServer,
  { upstream }: PooledUpstream,
  scope: CallScope,
  patience: Promise<undefined>,
): Promise<Pick<ProbedServer, 'operations'>> {
  if (target.transport !== 'openapi') return {};
  const connected = upstream.connect(scope.detached(), options.timeoutMs).catch(() => undefined);
  const connection = await Promise.race([connected, patience]);
  return { operations: connection?.operations };
}
