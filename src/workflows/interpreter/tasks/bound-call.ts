import { createHash } from 'node:crypto';
import type { ApprovedCall, BoundCall } from '../tool-access.port.js';

/** What an approval is bound to that the step `waited` asks for. */
export function boundTo({ path, tool, server, arguments: values }: ApprovedCall, waited: string): BoundCall {
  const known = values === undefined ? {} : { arguments: digest(values) };
  return { path, tool: `${tool}@${server}`, ...known, waited };
}

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Whether two steps are in the same iteration, visit and attempt of every task that is around both. */
export function isSameRound(one: string, other: string): boolean {
  const names = other.split('/');
  for (const [index, name] of one.split('/').entries()) {
    if (name === names[index]) continue;
    const isRound = /^\d+$/.test(name) || withoutRound(name) === withoutRound(names[index] ?? '');
    return !isRound;
  }
  return true;
}

function withoutRound(name: string): string {
  return name.replace(/[@#]\d+$/, '');
}
