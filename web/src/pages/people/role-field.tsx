import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import type { Member } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { SelectField } from '../../parts/field.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';

const roles = ['owner', 'admin', 'member'] as const;

/** The role of somebody, which owners and admins change; only owners make and unmake owners. */
export function RoleField({ member: { id, name, email, role } }: { readonly member: Member }): ReactNode {
  const me = useMe();
  const client = useQueryClient();
  const tell = useNews();
  const change = useAction(async (to: Member['role']) => {
    await api.PATCH('/api/cli/members/{user}', { params: { path: { user: id } }, body: { role: to } });
    tell(`${name || email} is ${to === 'member' ? 'a' : 'an'} ${to} now.`);
    await client.invalidateQueries({ queryKey: ['get', '/api/cli/members'] });
  });
  const isOwner = me.account.role === 'owner';
  return (
    <>
      <SelectField
        label="Role"
        hint="It holds at once. What they have open with the former role ends."
        value={role}
        disabled={change.busy || (role === 'owner' && !isOwner)}
        onChange={({ target }) => void change.run(target.value as Member['role'])}
      >
        {roles.map((one) => (
          <option key={one} value={one} disabled={one === 'owner' && !isOwner}>
            {one}
          </option>
        ))}
      </SelectField>
      <TroubleAlert error={change.error} />
    </>
  );
}
