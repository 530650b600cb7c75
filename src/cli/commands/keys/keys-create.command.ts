import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';

type Scope = 'tools:read' | 'tools:call';

/** Makes a key; its text alone goes to standard output, so that it can go on into a file or a variable. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const app = session.getApp();
  const [name] = invocation.args;
  const scopes = invocation
    .text('scope')
    ?.split(/[\s,]+/)
    .filter(Boolean);
  const expiresAt = readExpiry(invocation.text('expires'));
  const key = await session.gateway().post('/api/cli/apps/{app}/keys', {
    path: { app },
    body: {
      ...(name === undefined ? {} : { name }),
      // The gateway says which there are when one is unknown.
      ...(scopes === undefined ? {} : { scopes: scopes as Scope[] }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    },
  });
  terminal.result({ app, ...key }, () => {
    terminal.done(`Made a key of ${app} (${key.id}). It is shown this once:`);
    terminal.line(key.key);
  });
}

function readExpiry(days: string | undefined): string | undefined {
  if (days === undefined) return undefined;
  const count = Number(days);
  if (!Number.isFinite(count) || count <= 0 || count > 36_500)
    throw usageFailure(`Days are a number above 0: ${days}`, 'For example: --expires 90');
  return new Date(Date.now() + count * 86_400_000).toISOString();
}
