import { usageFailure } from '../../failure.js';
import { allPages } from '../../../client/pages.js';
import type { Gateway } from '../../http/gateway.js';
import type { Success } from '../../http/operation-types.js';
import type { CommandSession } from '../../session.js';
import { writeBlock } from '../../tools/call-result.js';
import { warnAboutServers } from '../../tools/server-reports.js';
import { appQuery, placeOf, type ToolPlace } from '../../tools/tool-place.js';

type Page = Success<'get', '/api/servers/{server}/mcp/prompts'> & {
  readonly servers?: Success<'get', '/api/sdk/prompts'>['servers'];
};

/** Prompts of the app or of one server; with a name, the messages of that one. */
export async function run(session: CommandSession): Promise<void> {
  const gateway = session.gateway();
  const place = placeOf(session);
  const [name] = session.invocation.args;
  if (name === undefined) await list(session, gateway, place);
  else await show(session, gateway, place, name);
}

async function list({ terminal }: CommandSession, gateway: Gateway, place: ToolPlace): Promise<void> {
  const pages = await allPages<Page, Page>(
    (query) =>
      place.kind === 'server'
        ? gateway.get('/api/servers/{server}/mcp/prompts', { path: { server: place.server }, query })
        : gateway.get('/api/sdk/prompts', { query: { ...appQuery(place), ...query } }),
    (page) => [page],
  );
  const prompts = pages.flatMap((page) => page.prompts);
  const servers = pages.at(-1)?.servers;
  terminal.result({ prompts, ...(servers === undefined ? {} : { servers }) }, () => {
    terminal.table(
      [
        { heading: 'PROMPT', text: (prompt) => prompt.name },
        {
          heading: 'ARGUMENTS',
          text: (prompt) =>
            (prompt.arguments ?? [])
              .map((one) => (one.required === true ? one.name : `[${one.name}]`))
              .join(' '),
        },
        { heading: 'WHAT IT IS', text: ({ title, description }) => description ?? title ?? '' },
      ],
      prompts,
      'There are no prompts.',
    );
  });
  warnAboutServers(terminal, servers ?? []);
}

async function show(
  { terminal, invocation }: CommandSession,
  gateway: Gateway,
  place: ToolPlace,
  name: string,
): Promise<void> {
  const body = { name, arguments: Object.fromEntries(invocation.list('arg').map(readPair)) };
  const result = await (place.kind === 'server'
    ? gateway.post('/api/servers/{server}/mcp/prompts/get', { path: { server: place.server }, body })
    : gateway.post('/api/sdk/prompts/get', { query: appQuery(place), body }));
  terminal.result(result, () => {
    for (const { role, content } of result.messages) {
      terminal.say(terminal.talkStyle.dim(`${role}:`));
      writeBlock(terminal, content);
    }
  });
}

/** Arguments of prompts are text. */
function readPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=');
  if (at < 1) throw usageFailure(`An argument is name=value: ${pair}`, 'For example: --arg city=Paris');
  return [pair.slice(0, at), pair.slice(at + 1)];
}
