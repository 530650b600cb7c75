import { allPages } from '../../../client/pages.js';
import type { Success } from '../../http/operation-types.js';
import type { CommandSession } from '../../session.js';
import { warnAboutServers } from '../../tools/server-reports.js';
import { appQuery, placeOf } from '../../tools/tool-place.js';

type Page = Success<'get', '/api/servers/{server}/mcp/resources'> & {
  readonly servers?: Success<'get', '/api/sdk/resources'>['servers'];
};

/** Resources and templates of the app or of one server. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const pages = await listPages(session);
  const resources = pages.flatMap((page) => page.resources);
  const resourceTemplates = pages.flatMap((page) => page.resourceTemplates);
  const servers = pages.at(-1)?.servers;
  const rows = [
    ...resources,
    ...resourceTemplates.map(({ uriTemplate, ...template }) => ({ ...template, uri: uriTemplate })),
  ];
  terminal.result({ resources, resourceTemplates, ...(servers === undefined ? {} : { servers }) }, () => {
    terminal.table(
      [
        { heading: 'RESOURCE', text: ({ uri }) => uri },
        { heading: 'NAME', text: ({ name }) => name },
        { heading: 'WHAT IT IS', text: ({ description }) => description ?? '' },
      ],
      rows,
      'There are no resources.',
    );
  });
  warnAboutServers(terminal, servers ?? []);
}

function listPages(session: CommandSession): Promise<readonly Page[]> {
  const gateway = session.gateway();
  const place = placeOf(session);
  return allPages<Page, Page>(
    (query) =>
      place.kind === 'server'
        ? gateway.get('/api/servers/{server}/mcp/resources', { path: { server: place.server }, query })
        : gateway.get('/api/sdk/resources', { query: { ...appQuery(place), ...query } }),
    (page) => [page],
  );
}
