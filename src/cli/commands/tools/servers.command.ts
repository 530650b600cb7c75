import type { CommandSession } from '../../session.js';
import { isUnconnected, listServers, type KnownServers } from '../../tools/server-list.js';
import { printable } from '../../terminal/printable.js';
import { relativeTime } from '../../terminal/when.js';

/** The servers that the token reaches, with their state. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const { servers, fileFaults } = await listServers(session.gateway());
  for (const fault of fileFaults) terminal.warn(printable(fault));
  terminal.result({ servers }, () => {
    terminal.table(
      [
        { heading: 'SERVER', text: ({ handle }) => handle },
        { heading: 'STATUS', text: ({ status }) => status },
        { heading: 'TRANSPORT', text: ({ transport }) => transport },
        { heading: 'TOOLS', text: ({ toolCount }) => String(toolCount ?? '') },
        {
          heading: 'NOTE',
          text: (server) =>
            isUnconnected(server) ? `gantry connections add ${server.handle}` : noteOf(server),
        },
      ],
      servers,
      'There are no servers. The operator declares them in mcp.json, an app in its config.',
    );
  });
}

function noteOf({
  lastError,
  nextRetryAt,
  description,
  listFaults = [],
}: KnownServers['servers'][number]): string {
  if (lastError === undefined && listFaults.length > 0) return countOf(listFaults);
  if (lastError === undefined) return description ?? '';
  const next = nextRetryAt === undefined ? '' : `; next try ${relativeTime(nextRetryAt)}`;
  return `${lastError.detail ?? lastError.code}${next}`;
}

function countOf(faults: NonNullable<KnownServers['servers'][number]['listFaults']>): string {
  const leftOut = faults.filter(({ effect }) => effect === 'left-out').length;
  const counts = [
    ...(leftOut === 0 ? [] : [`${String(leftOut)} list items left out`]),
    ...(leftOut === faults.length ? [] : [`${String(faults.length - leftOut)} repaired`]),
  ];
  return `${counts.join(', ')}: see gantry doctor`;
}
