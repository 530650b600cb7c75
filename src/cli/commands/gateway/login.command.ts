import type { CommandIo } from '../../command-io.js';
import { readToken } from '../../credentials/connection.js';
import type { SavedLogin } from '../../credentials/credentials-file.js';
import { awaitApproval, beginDeviceLogin } from '../../credentials/device-login.js';
import { openBrowser } from '../../credentials/browser.js';
import { isInTheClear, readGatewayUrl } from '../../credentials/gateway-url.js';
import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { during } from '../../terminal/progress.js';
import { readStandardInput } from '../../terminal/standard-input.js';

/** Logs in by device code (RFC 8628), or with a token from standard input; it is kept once the gateway has said whose it is. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, credentials, invocation, environment } = session;
  const url = await chooseUrl(session);
  if (isInTheClear(url)) terminal.warn(`${url} is not encrypted: everybody on the way can read the token.`);
  const token = invocation.flag('withToken')
    ? await givenToken(session.io)
    : await approvedToken(session, url);
  const { user, account, token: facts } = await session.gatewayAt(url, token).get('/api/cli/auth/me', {});
  const { id: tokenId, expiresAt } = facts;
  const former = credentials.find(url);
  credentials.keep(url, { token, tokenId, email: user.email, account: account.slug, expiresAt });
  if (former !== undefined && former.tokenId !== tokenId) await revokeFormer(session, url, former);
  terminal.result({ url, user, account, token: facts, file: credentials.path }, () => {
    terminal.done(`Logged in to ${url} as ${user.email} (account ${account.name}).`);
  });
  if (environment['GANTRY_TOKEN'] !== undefined)
    terminal.warn('GANTRY_TOKEN is set and goes before this login; take it away to use the login.');
}

/** Who is logged in to nothing yet is asked, with the address of a gateway on this machine as the answer to begin with. */
async function chooseUrl({ connection, terminal, prompt }: CommandSession): Promise<string> {
  if (connection.urlSource !== 'the default' || !terminal.canAsk) return connection.url;
  const answer = await prompt.text('Address of the gateway', connection.url, 'Give it with --url.');
  return readGatewayUrl(answer, 'The answer');
}

async function givenToken(io: CommandIo): Promise<string> {
  if (io.stdin.isTTY === true)
    throw usageFailure(
      '--with-token reads the token from standard input.',
      'gantry login --with-token < token.txt',
    );
  return readToken(await readStandardInput(io), 'Standard input');
}

async function approvedToken(session: CommandSession, url: string): Promise<string> {
  const { terminal, invocation, environment, signal } = session;
  const { talkStyle } = terminal;
  const gateway = session.gatewayAt(url);
  const pending = await beginDeviceLogin(gateway, invocation.text('scope'));
  const opened =
    terminal.canAsk && invocation.flag('browser') && (await openBrowser(pending.fullAddress, environment));
  terminal.say(`${opened ? 'Your browser opens' : 'Open'} ${talkStyle.cyan(pending.fullAddress)}`);
  terminal.say(`and approve the code ${talkStyle.bold(pending.userCode)}`);
  return during(terminal, 'Waiting for the approval', () => awaitApproval(gateway, pending, signal));
}

/** A login takes the place of the one before, which nobody can use any more: it should not live on. */
async function revokeFormer(session: CommandSession, url: string, { token }: SavedLogin): Promise<void> {
  await session
    .gatewayAt(url, token)
    .post('/api/cli/auth/logout', {})
    .catch(() => undefined);
}
