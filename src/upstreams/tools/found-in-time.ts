import { withDeadline } from '../../kernel/pacing/deadline.js';
import { Problem } from '../../kernel/problems/problem.js';
import type { Upstream } from '../connection/upstream.js';

/** What is looked for in a list of a server, as long as it is found in the time that a call has. Throws `upstream-timeout`. */
export function foundInTime<T>(
  finding: Promise<T>,
  upstream: Upstream,
  list: 'tools' | 'prompts',
  timeoutMs: number | undefined,
): Promise<T> {
  const expired = () => new Problem('upstream-timeout', `The server did not list its ${list} in time.`);
  return withDeadline(finding, upstream.timeoutOf(timeoutMs), expired);
}
