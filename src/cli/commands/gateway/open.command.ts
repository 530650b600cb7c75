import { nearestOf } from '../../../kernel/text/nearest.js';
import { openBrowser } from '../../credentials/browser.js';
import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';

const pages: Readonly<Record<string, string>> = {
  home: '/',
  docs: '/docs',
  problems: '/problems',
  device: '/device',
  programs: '/programs',
  connections: '/connections',
  password: '/password',
};

/** Opens a page in the browser where there is one to be seen; its address goes to standard output in any case. */
export async function run({ terminal, invocation, connection, environment }: CommandSession): Promise<void> {
  const name = invocation.args[0] ?? 'home';
  const path = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (path === undefined) {
    const nearest = nearestOf(name, Object.keys(pages));
    throw usageFailure(
      `There is no page ${name}.`,
      ...(nearest === undefined ? [] : [`Did you mean: gantry open ${nearest}`]),
      `There are: ${Object.keys(pages).join(', ')}`,
    );
  }
  const url = connection.url + path;
  const opened = terminal.canAsk && (await openBrowser(url, environment));
  terminal.result({ url, opened }, () => {
    if (opened) terminal.say('Your browser opens');
    terminal.line(url);
  });
}
