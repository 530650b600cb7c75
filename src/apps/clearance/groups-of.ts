/** Most groups of a person that are looked at, and the longest name of one. */
const most = { groups: 1000, length: 256 };

/** The groups that an issuer says somebody is in: the claim `groups`, and at GitHub its teams (`org/team`) and organisations. */
export function groupsOf(claims: Readonly<Record<string, unknown>>, isGithub: boolean): readonly string[] {
  const names = isGithub ? ['groups', 'teams', 'orgs'] : ['groups'];
  const said = names.flatMap((name) => claims[name]);
  const groups = said.filter(
    (group): group is string => typeof group === 'string' && group.length <= most.length,
  );
  return [...new Set(groups)].slice(0, most.groups);
}
