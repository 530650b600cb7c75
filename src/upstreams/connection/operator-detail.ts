import type { Problem } from '../../kernel/problems/problem.js';
import { causeOf } from './failure-mapping.js';
import { Redaction } from '../links/redaction/redaction.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { ServerTarget } from '../declared/server-definition.js';

const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there: start the server, or mend its address.',
  ENOTFOUND: 'There is no such host: correct the address. Behind a proxy, set HTTPS_PROXY.',
  PROXY_REFUSED: 'Allow the address at the proxy, or name it in NO_PROXY if it is reachable without.',
  EAI_AGAIN: 'The name cannot be looked up right now: look at the DNS of this machine.',
  ETIMEDOUT: 'Nothing answers there: look at the address and at the firewalls on the way.',
  ENOENT: 'Install the command or give its whole path; it is looked for on the PATH of the gateway.',
  EACCES: 'Make the file executable for the user of the gateway.',
};

/**
 * A failure as the operator is told of it: with the address or the command of the server, the system's name for the cause, and what the
 * process wrote. Values of headers, variables and the like are taken out; so is the query of an address.
 */
export function operatorDetail(
  { definition: { target }, hidden }: RegisteredServer,
  problem: Problem,
  lastWords: string,
): string {
  const cause = causeOf(problem);
  const advice = cause === undefined ? undefined : remedies[cause];
  const parts = [
    problem.detail ?? problem.message,
    `${targetText(target)}${cause === undefined ? '' : ` (${cause})`}`,
    ...(advice === undefined ? [] : [advice]),
    ...(lastWords === '' ? [] : [`It wrote: ${lastWords}`]),
  ];
  const text = Buffer.from(parts.join('\n'));
  return (Redaction.ofText(hidden)?.of(text) ?? text).toString();
}

function targetText(target: ServerTarget): string {
  if (target.transport === 'stdio') return `Command: ${[target.command, ...target.args].join(' ')}`;
  if (!URL.canParse(target.url)) return `Address: ${target.url}`;
  const { origin, pathname } = new URL(target.url);
  return `Address: ${origin}${pathname}`;
}
