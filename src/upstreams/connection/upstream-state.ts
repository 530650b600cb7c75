import type { Problem } from '../../kernel/problems/problem.js';
import type { ConnectionManager } from './connection-manager.js';
import type { UpstreamConnection } from './handshake/upstream-connector.port.js';

/** What is told of an upstream's state; times in milliseconds since the epoch. */
export interface UpstreamState {
  readonly status: 'ready' | 'connecting' | 'degraded' | 'unavailable';
  readonly connection:
    | Pick<
        UpstreamConnection,
        'transport' | 'protocolVersion' | 'serverInfo' | 'capabilities' | 'instructions'
      >
    | undefined;
  readonly lastFailure: Problem | undefined;
  readonly nextRetryAt: number | undefined;
}

/** How a server is, by what its connections have come to. */
export function stateOf({ circuit, current, latest }: ConnectionManager): UpstreamState {
  const { lastFailure, nextRetryAt } = circuit;
  const told = { connection: latest, lastFailure, nextRetryAt };
  if (lastFailure === undefined) return { status: latest === undefined ? 'connecting' : 'ready', ...told };
  return { status: current !== undefined && !circuit.isOpen ? 'degraded' : 'unavailable', ...told };
}
