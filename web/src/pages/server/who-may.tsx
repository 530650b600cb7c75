import type { ReactNode } from 'react';
import type { ServerGrant } from '../../api/models.ts';
import { subjectInWords, toolsInWords, useServerGrants } from '../../api/server-grants.ts';
import { useMe } from '../../frame/me-context.ts';

/** So many grants are told; the list of all is on page People. */
const most = 20;

/** Who may use a server, as grants say; people who do not manage the account know of themselves. */
export function WhoMay({ handle }: { readonly handle: string }): ReactNode {
  const me = useMe();
  const { data } = useServerGrants({ server: handle }, me.isAdmin);
  if (!me.isAdmin) return 'you, and whoever else in the account is let in to it';
  if (data === undefined) return '…';
  const { grants: covering, names, forPeople: isNarrowing, isComplete } = data;
  if (!isNarrowing && covering.length === 0) return 'everybody who reaches this server and may call tools';
  const told = covering.slice(0, most);
  return (
    <>
      {told.map((grant) => (
        <div key={JSON.stringify(grant)}>{inWords(grant, names)}</div>
      ))}
      {covering.length > most && (
        <div>{isComplete ? String(covering.length - most) : 'many'} grants more</div>
      )}
      <div>
        {isNarrowing ? 'owners and admins whom no grant names' : 'everybody in the account'}; keys of apps
        that no grant names
      </div>
    </>
  );
}

/** Its globs are over the server's own names of tools, which may be called otherwise here. */
function inWords(grant: ServerGrant, names: ReadonlyMap<string, string>): string {
  const tools = toolsInWords(grant);
  return `${subjectInWords(grant, names.get(grant.member ?? ''))}${tools === 'all' ? '' : `: ${tools}`}`;
}
