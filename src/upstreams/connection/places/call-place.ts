import type { CallScope } from '../../../kernel/call-scope.js';
import type { Hop } from '../../../kernel/hop.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { CallLine } from './call-places.js';
import { failed } from '../hops.js';

/** Takes a place among the calls for a hop, at once when there is one. Throws and rejects with problems. */
export function takePlace(
  line: CallLine,
  hop: Hop,
  timeoutMs: number,
  scope: CallScope,
): Promise<void> | undefined {
  try {
    const waiting = line.enter(timeoutMs, scope);
    return waiting === undefined ? undefined : inLine(waiting, hop, scope);
  } catch (error) {
    throw failed(hop, Problem.from(error));
  }
}

async function inLine(waiting: Promise<void>, hop: Hop, scope: CallScope): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    throw failed(hop, Problem.from(error));
  } finally {
    hop.queueMs = performance.now() - hop.startedAt;
    scope.upstreamMs += hop.queueMs;
  }
}
