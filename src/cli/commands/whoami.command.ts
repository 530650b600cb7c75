import { warnAboutHiddenLogin } from '../credentials/hidden-login.js';
import type { Session } from '../session.js';
import { writeFacts } from '../terminal/facts.js';
import { relativeTime } from '../terminal/when.js';

/** Who the token belongs to, and which of the places where a token can stand it came from. */
export async function run(session: Session): Promise<void> {
  const { terminal, connection } = session;
  const gateway = session.gateway();
  warnAboutHiddenLogin(session);
  const { user, account, token, server } = await gateway.get('/api/cli/auth/me', {});
  const source = connection.token?.source ?? '';
  const result = {
    url: connection.url,
    urlSource: connection.urlSource,
    tokenSource: source,
    user,
    account,
    token,
    server,
  };
  terminal.result(result, () => {
    writeFacts(terminal, {
      user: `${user.name} <${user.email}>`,
      account: `${account.name} (${account.role})`,
      gateway: `${connection.url} (from ${connection.urlSource}), version ${server.version}`,
      token: `${token.hint} from ${source}`,
      scopes: token.scopes.join(' '),
      expires: token.expiresAt === null ? 'never' : relativeTime(token.expiresAt),
    });
  });
}
