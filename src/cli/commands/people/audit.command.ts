import type { Gateway } from '../../http/gateway.js';
import { listMembers } from '../../people/member.js';
import type { CommandSession } from '../../session.js';
import { firstOf } from '../../terminal/limit.js';
import { printableText } from '../../terminal/printable.js';
import { tableTime } from '../../terminal/when.js';

/** What happened in the account, newest first. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const events = await firstOf(
    invocation,
    (query) => gateway.get('/api/audit', { query }),
    (page) => page.events,
  );
  if (terminal.json) {
    terminal.result({ events }, () => undefined);
    return;
  }
  const emails = await emailsOf(gateway);
  terminal.table(
    [
      { heading: 'WHEN', text: ({ at }) => tableTime(terminal, at) },
      { heading: 'WHAT', text: ({ action }) => action },
      { heading: 'WHO', text: ({ userId = '', tokenId }) => emails.get(userId) ?? (userId || tokenId) ?? '' },
      { heading: 'TO', text: ({ target = '' }) => emails.get(target) ?? target },
      { heading: 'FROM', text: ({ address }) => address ?? '' },
      {
        heading: 'DETAILS',
        text: ({ details }) => (Object.keys(details).length === 0 ? '' : printableText(details)),
      },
    ],
    events,
    'Nothing has happened.',
  );
}

/** Who has left is known by id only. */
async function emailsOf(gateway: Gateway): Promise<ReadonlyMap<string, string>> {
  const members = await listMembers(gateway).catch(() => []);
  return new Map(members.map(({ id, email }) => [id, email]));
}
