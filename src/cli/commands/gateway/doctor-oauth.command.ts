import { verdictsOf, type ClientVerdict } from '../../doctor/oauth/clients.js';
import { Probe } from '../../doctor/oauth/probe.js';
import { isPublicAddress } from '../../doctor/oauth/refusal-steps.js';
import { walkDiscovery } from '../../doctor/oauth/walk.js';
import { exitCodes, usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { printable } from '../../terminal/printable.js';

/** Looks at a native endpoint as clients do that come by OAuth; needs no login. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, signal } = session;
  const { style } = terminal;
  const address = readAddress(invocation.arg(0));
  const signs = { ok: style.green('✓'), warning: style.yellow('!'), failed: style.red('✗') };
  const probe = new Probe(session.transport(), signal);
  const checks = await walkDiscovery(address, probe, ({ name, status, detail, advice }) => {
    if (terminal.json) return;
    terminal.line(`${signs[status]} ${style.bold(name.padEnd(17))} ${printable(detail)}`);
    if (advice !== undefined) terminal.line(style.dim(`${' '.repeat(20)}→ ${printable(advice)}`));
  });
  const clients = verdictsOf(checks, isPublicAddress(address));
  const ok = checks.every(({ status }) => status !== 'failed');
  terminal.result({ ok, address, checks, clients }, () => {
    terminal.line();
    for (const { client, ...verdict } of clients)
      terminal.line(
        `${verdict.ok ? signs.ok : signs.failed} ${style.bold(client.padEnd(17))} ${inWords(verdict)}`,
      );
  });
  if (!ok) session.exitCode = exitCodes.failure;
}

function inWords({ ok, because }: Omit<ClientVerdict, 'client'>): string {
  return ok ? 'gets to where people are asked' : `fails because of: ${because.join(', ')}`;
}

/** Unchanged: clients compare it character by character. */
function readAddress(text: string): string {
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  const advice =
    'It is what people type into their client: https://gantry.example.com/api/servers/github/mcp';
  if (!isAddress) throw usageFailure(`This is not the address of an MCP server: ${text}`, advice);
  const { username, password } = new URL(text);
  if (username !== '' || password !== '')
    throw usageFailure('The address must not carry a user or password.', advice);
  return text;
}
