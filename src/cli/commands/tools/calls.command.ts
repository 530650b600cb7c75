import type { Success } from '../../http/operation-types.js';
import type { CommandSession } from '../../session.js';
import { writeFacts } from '../../terminal/facts.js';
import { firstOf } from '../../terminal/limit.js';
import { tableTime } from '../../terminal/when.js';

type Call = Success<'get', '/api/calls/{requestId}'>;

/** The last calls of the account, or why one of them went as it did. */
export async function run(session: CommandSession): Promise<void> {
  const [id] = session.invocation.args;
  if (id === undefined) await list(session);
  else await explain(session, id);
}

async function list(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const filter = Object.fromEntries(
    (['server', 'tool', 'status', 'user', 'client', 'from', 'to'] as const).flatMap((name) => {
      const value = invocation.text(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const calls = await firstOf(
    invocation,
    (page) => gateway.get('/api/calls', { query: { ...page, ...filter } }),
    (page) => page.calls,
  );
  terminal.result({ calls }, () => {
    terminal.table(
      [
        { heading: 'REQUEST', text: ({ requestId }) => requestId },
        { heading: 'WHEN', text: ({ at }) => tableTime(terminal, at) },
        { heading: 'STATUS', text: ({ status }) => String(status) },
        { heading: 'MS', text: ({ phases }) => phases.totalMs.toFixed(0) },
        { heading: 'WHAT', text: whatOf },
        { heading: 'PROBLEM', text: ({ problem }) => problem ?? '' },
      ],
      calls,
      'No calls are remembered.',
    );
  });
}

async function explain(session: CommandSession, requestId: string): Promise<void> {
  const { terminal } = session;
  const call = await session.gateway().get('/api/calls/{requestId}', { path: { requestId } });
  terminal.result(call, () => {
    const { authMs, upstreamMs, gatewayMs, totalMs } = call.phases;
    writeFacts(terminal, {
      request: call.requestId,
      at: call.at,
      what: `${call.method} ${call.route}`,
      status: `${String(call.status)}${call.problem === undefined ? '' : ` ${call.problem}`}`,
      caller: call.caller.userId ?? call.caller.appId ?? call.caller.tokenId,
      time: `${ms(totalMs)}: ${ms(authMs)} for the token, ${ms(upstreamMs)} at servers, ${ms(gatewayMs)} here`,
    });
    for (const hop of call.hops) {
      terminal.line();
      writeFacts(terminal, {
        server: hop.server.handle,
        asked: `${hop.method}${hop.target === undefined ? '' : ` ${hop.target}`}`,
        outcome: `${hop.outcome}${hop.problem === undefined ? '' : `: ${hop.problem}`}`,
        rule: hop.rule,
        credentials: hop.credentials.length === 0 ? undefined : hop.credentials.join(', '),
        connection: connectionOf(hop),
        time: `${ms(hop.ms)}, ${ms(hop.queueMs)} of it in the queue, ${ms(hop.connectMs)} to connect, ${String(hop.attempts)} tries`,
      });
    }
  });
}

function connectionOf({ connection }: Call['hops'][number]): string | undefined {
  if (connection === undefined) return undefined;
  const { transport, protocolVersion, reused } = connection;
  return `${transport}, MCP ${protocolVersion}, ${reused ? 'one that was open' : 'a new one'}`;
}

function whatOf({ method, route, hops: [hop] }: Call): string {
  if (hop === undefined) return `${method} ${route}`;
  return `${hop.server.handle} ${hop.method}${hop.target === undefined ? '' : ` ${hop.target}`}`;
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`;
}
