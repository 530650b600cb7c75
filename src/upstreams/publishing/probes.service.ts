import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { CallScope } from '../../kernel/call-scope.js';
import { callerOf } from '../../kernel/caller.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Clock } from '../../kernel/pacing/clock.js';
import { isOperator, type UserPrincipal } from '../../kernel/principal.js';
import { problemCatalogue, type ProblemCode } from '../../kernel/problems/problem-catalogue.js';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import type { LinkTransport } from '../../mcp/wire/link.js';
import { AccountUsage } from '../../platform/usage/account-usage.service.js';
import { operatorDetail } from '../connection/operator-detail.js';
import { UpstreamPool, type PooledUpstream } from '../connection/upstream-pool.service.js';
import { registeredServer } from '../declared/operator-servers.service.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { requireMayRun } from './command-rules.js';
import { readDeclaration, withKeptValues } from './declarations.js';
import { PublishedMemory } from './published-memory.service.js';

/** So long somebody looks at a form that does not answer. */
const patienceMs = 30_000;

/** What came of trying a declaration. */
export interface ProbeResult {
  readonly ok: boolean;
  readonly protocolVersion?: string;
  readonly transport?: LinkTransport;
  readonly serverInfo?: JsonObject;
  /** How many it has. */
  readonly tools?: number;
  readonly error?: { readonly code: ProblemCode; readonly detail: string };
  /** It wants somebody to connect it by OAuth. */
  readonly oauth?: true;
}

/**
 * Tries a declaration before it is saved: connects, asks for the tools, and leaves nothing behind. Who is not an operator reaches what an app
 * may reach, and starts no process.
 */
@Injectable()
export class Probes {
  constructor(
    private readonly pool: UpstreamPool,
    private readonly memory: PublishedMemory,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly usage: AccountUsage,
  ) {}

  /** A server that cannot be used is an answer. Throws `invalid-config` for no declaration, `overloaded`, `sign-in-again`, and `stdio-not-allowed` to operators. */
  async run(
    principal: UserPrincipal,
    { name, definition: wanted }: { readonly name?: string | undefined; readonly definition: JsonObject },
    scope: CallScope,
  ): Promise<ProbeResult> {
    const runsGateway = isOperator(principal);
    const former = runsGateway && name !== undefined ? this.memory.find(name) : undefined;
    const { declared, faults: missing } = withKeptValues(wanted, former?.declared);
    const read =
      missing.length > 0
        ? { faults: missing, definition: undefined }
        : readDeclaration('probed', declared, this.config.values.MCP_CONFIG);
    if (read.definition === undefined)
      throw new Problem('invalid-config', 'The server cannot be declared like this.', {
        errors: read.faults,
      });
    const { target } = read.definition;
    if (runsGateway)
      requireMayRun(principal, target, {
        isOff: this.config.values.PUBLISH_COMMANDS === 'off',
        now: this.clock.now(),
        ...(former === undefined ? {} : { former: former.definition.target }),
      });
    else if (target.transport === 'stdio') return failed(new Problem('stdio-not-allowed'));
    const server = registeredServer(read.definition, {
      id: `srv_${randomUUID().replaceAll('-', '').slice(0, 24)}`,
      trust: runsGateway ? 'operator' : 'tenant',
    });
    return this.look(server, principal, scope);
  }

  private async look(
    server: RegisteredServer,
    principal: UserPrincipal,
    scope: CallScope,
  ): Promise<ProbeResult> {
    const leave = this.usage.hold('probes', principal.accountId);
    const trial = this.pool.trial(server, callerOf(principal));
    // A list is gathered for whoever may come to want it: of this one nobody will.
    const forget = scope.onCancel(() => void trial.upstream.close());
    try {
      const { items } = await trial.catalogue.get('tools', scope, { timeoutMs: patienceMs });
      const { connection } = trial.upstream.state;
      return {
        ok: true,
        ...(connection === undefined
          ? {}
          : {
              protocolVersion: connection.protocolVersion,
              transport: connection.transport,
              ...(connection.serverInfo === undefined ? {} : { serverInfo: connection.serverInfo }),
            }),
        tools: items.length,
      };
    } catch (error) {
      return this.explained(error, server, trial);
    } finally {
      forget();
      void trial.upstream.close().finally(leave);
    }
  }

  /** The operator is told where it is and what its process wrote. */
  private explained(error: unknown, server: RegisteredServer, { lastWords }: PooledUpstream): ProbeResult {
    const problem = Problem.from(error);
    if (problem.code === 'internal-error' || problem.code === 'client-closed-request') throw error;
    const seen =
      problem.code === 'upstream-timeout'
        ? new Problem(problem.code, 'The server was not ready in time.')
        : problem;
    const detail = server.trust === 'operator' ? operatorDetail(server, seen, lastWords.text) : undefined;
    return failed(seen, detail);
  }
}

function failed(
  problem: Problem,
  detail = problem.detail ?? problemCatalogue[problem.code].title,
): ProbeResult {
  const { code, extras } = problem;
  const wantsOAuth = code === 'upstream-auth-required' || extras.members?.['wantsOAuth'] === true;
  return { ok: false, error: { code, detail }, ...(wantsOAuth ? { oauth: true } : {}) };
}
