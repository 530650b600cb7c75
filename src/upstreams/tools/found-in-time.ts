import type { CallScope } from '../../kernel/call-scope.js';
import { withDeadline } from '../../kernel/pacing/deadline.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { Upstream } from '../connection/upstream.js';

/** What is looked for in a list of a server, so that it can be used. */
interface Wanted {
  readonly server: RegisteredServer;
  readonly upstream: Upstream;
  readonly method: 'tools/call' | 'prompts/get';
  readonly name: string;
  readonly scope: CallScope;
}

const lists = { 'tools/call': 'tools', 'prompts/get': 'prompts' } as const;

/** What is found, as long as it comes in time; what is refused is told where calls are kept. Throws `upstream-timeout`. */
export function foundInTime<T>(
  finding: Promise<T>,
  { server, upstream, method, name, scope }: Wanted,
  timeoutMs: number | undefined,
): Promise<T> {
  const told = finding.catch((error: unknown) => {
    scope.refuseHop(server, method, name, Problem.from(error).code);
    throw error;
  });
  const expired = () =>
    new Problem('upstream-timeout', `The server did not list its ${lists[method]} in time.`);
  return withDeadline(told, upstream.timeoutOf(timeoutMs), expired);
}
