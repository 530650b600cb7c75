import { allPages } from '../../client/pages.js';
import { nearestOf } from '../../kernel/text/nearest.js';
import { CliFailure } from '../failure.js';
import type { Gateway } from '../http/gateway.js';
import type { Success } from '../http/operation-types.js';

export type ListedMember = Success<'get', '/api/cli/members'>['members'][number];

export function listMembers(gateway: Gateway): Promise<ListedMember[]> {
  return allPages(
    (query) => gateway.get('/api/cli/members', { query }),
    (page) => page.members,
  );
}

/** Somebody of the account, by id or e-mail address. */
export async function getMember(gateway: Gateway, name: string): Promise<ListedMember> {
  const members = await listMembers(gateway);
  const found = members.find(({ id, email }) => id === name || email === name.toLowerCase());
  if (found !== undefined) return found;
  const nearest = nearestOf(
    name,
    members.map(({ email }) => email),
  );
  throw new CliFailure(`There is no member ${name} in the account.`, {
    code: 'member-not-found',
    advice: [
      ...(nearest === undefined ? [] : [`Did you mean ${nearest}?`]),
      'gantry members lists the people of the account.',
    ],
  });
}
