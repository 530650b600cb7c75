import { nearestOf } from '../../../kernel/text/nearest.js';
import { openBrowser } from '../../credentials/browser.js';
import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';

const owners = ['me', 'account', 'app'] as const;

/** Opens the page where a server is connected, where there is a browser to be seen; its address goes to standard output in any case. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, environment } = session;
  const server = invocation.arg(0);
  const owner = ownerOf(invocation.text('for'));
  const { connectUrl } = await session.gateway().post('/api/connections', {
    body: { server, ...(owner === undefined ? {} : { owner }) },
  });
  const opened = terminal.canAsk && (await openBrowser(connectUrl, environment));
  terminal.result({ server, connectUrl, opened }, () => {
    terminal.say(
      opened
        ? `Your browser opens. Sign in there as who is to use ${server}.`
        : `Open this in a browser, and sign in there as who is to use ${server}:`,
    );
    terminal.line(connectUrl);
  });
}

function ownerOf(text: string | undefined): (typeof owners)[number] | undefined {
  if (text === undefined) return undefined;
  const owner = owners.find((word) => word === text);
  if (owner !== undefined) return owner;
  const nearest = nearestOf(text, owners);
  throw usageFailure(
    `A connection cannot be for ${text}.`,
    ...(nearest === undefined ? [] : [`Did you mean ${nearest}?`]),
    `It is for: ${owners.join(', ')}`,
  );
}
