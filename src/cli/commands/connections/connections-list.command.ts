import type { CommandSession } from '../../session.js';
import { tableTime } from '../../terminal/when.js';

const states = { ok: 'ok', refreshing: 'ok, being renewed', needs_auth: 'connect again' } as const;

/** The caller's connections to servers that want OAuth, and those of the account and its apps. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const { connections } = await session.gateway().get('/api/connections', {});
  terminal.result({ connections }, () => {
    terminal.table(
      [
        { heading: 'ID', text: ({ id }) => id },
        { heading: 'SERVER', text: ({ server }) => server },
        {
          heading: 'OF',
          text: ({ owner }) => (owner.kind === 'user' ? 'me' : `${owner.kind} ${owner.name}`),
        },
        { heading: 'STATE', text: ({ state }) => states[state] },
        { heading: 'RENEWS', text: ({ expiresAt }) => tableTime(terminal, expiresAt, 'never') },
        { heading: 'BY', text: ({ issuer }) => issuer },
        { heading: 'SCOPES', text: ({ scopes }) => scopes.join(' ') },
        { heading: 'LAST FAULT', text: ({ lastError }) => lastError ?? '' },
      ],
      connections,
      'Nothing is connected. gantry connections add <server> connects a server that wants OAuth.',
    );
  });
}
