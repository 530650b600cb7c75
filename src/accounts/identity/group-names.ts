import type { SignInProvider } from '../../platform/config/values/sign-in-providers.js';

/** Most groups of a person that are looked at per provider, and the longest name of one. */
const most = { groups: 1000, length: 256 };

/** Characters of a group with its provider. */
export const maxGroupName = most.length + 33;

/**
 * How access grants write a group: the id of its provider, then a glob over the provider's names of groups. `-` stands in the place of a provider
 * that is not known, as no id begins with it.
 */
export const groupForm = /^(?:[a-z0-9][a-z0-9-]{0,31}|-):./;

/**
 * The groups that a provider says a person is in, as access grants name them (`corp:engineering`): the claim `groups`, and at GitHub teams
 * (`org/team`) and organizations.
 */
export function groupNames(
  { id, type }: Pick<SignInProvider, 'id' | 'type'>,
  claims: Readonly<Record<string, unknown>>,
): readonly string[] {
  const members = type === 'github' ? ['groups', 'teams', 'orgs'] : ['groups'];
  const said = members.flatMap((name) => claims[name]);
  const groups = said.filter(
    (group): group is string => typeof group === 'string' && group.length <= most.length,
  );
  return [...new Set(groups)].slice(0, most.groups).map((group) => `${id}:${group}`);
}
