import { warnAboutHiddenLogin } from '../../credentials/hidden-login.js';
import type { CommandSession } from '../../session.js';
import { writeFacts } from '../../terminal/facts.js';
import { relativeTime } from '../../terminal/when.js';

/** Who the token belongs to, and which of the places where a token can stand it came from. */
export async function run(session: CommandSession): Promise<void> {
  const isKey = session.connection.token?.text.startsWith('gta_') === true;
  return isKey ? showApp(session) : showUser(session);
}

async function showUser(session: CommandSession): Promise<void> {
  const gateway = session.gateway();
  warnAboutHiddenLogin(session);
  const { user, account, token, server } = await gateway.get('/api/cli/auth/me', {});
  session.terminal.result({ ...whereFrom(session), user, account, token, server }, () => {
    writeFacts(session.terminal, {
      user: `${user.name} <${user.email}>`,
      account: `${account.name} (${account.role})`,
      gateway: gatewayFact(session, server.version),
      token: `${token.hint} from ${whereFrom(session).tokenSource}`,
      scopes: token.scopes.join(' '),
      expires: token.expiresAt === null ? 'never' : relativeTime(token.expiresAt),
    });
  });
}

/** A key belongs to an app and to no person. */
async function showApp(session: CommandSession): Promise<void> {
  const gateway = session.gateway();
  warnAboutHiddenLogin(session);
  const { app, account, server } = await gateway.get('/api/apps/{app}/resolve', { path: { app: '-' } });
  const token = { kind: 'app', hint: `gta_…${session.connection.token?.text.slice(-4) ?? ''}` };
  const { id, slug, name } = app;
  const result = { ...whereFrom(session), app: { id, slug, name }, account, token, server };
  session.terminal.result(result, () => {
    writeFacts(session.terminal, {
      app: `${name} (${slug})`,
      account: account.slug,
      gateway: gatewayFact(session, server.version),
      token: `${token.hint}, a key of the app, from ${whereFrom(session).tokenSource}`,
    });
  });
}

function whereFrom({ connection: { url, urlSource, token } }: CommandSession) {
  return { url, urlSource, tokenSource: token?.source ?? '' };
}

function gatewayFact({ connection: { url, urlSource } }: CommandSession, version: string): string {
  return `${url} (from ${urlSource}), version ${version}`;
}
