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

/** A member of the account, by id or by verified address: an address that members only claim names none of them. */
export async function getMember(gateway: Gateway, name: string): Promise<ListedMember> {
  const members = await listMembers(gateway);
  const claiming = members.filter(({ email }) => email === name.toLowerCase());
  const found = members.find(({ id }) => id === name) ?? claiming.find(({ emailVerified }) => emailVerified);
  if (found !== undefined) return found;
  if (claiming.length > 0)
    throw new CliFailure(`No member has verified the address ${name}, so that it names nobody.`, {
      code: 'address-not-verified',
      lines: claiming.map(({ id, name: own, role }) => `${id} (${own}, ${role}) claims it`),
      advice: ['If you know that it is theirs, name the member by id.'],
    });
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
