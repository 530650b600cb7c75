import { useState, type ReactNode } from 'react';
import { SelectField, TextField } from '../../parts/field.tsx';
import type { Member } from '../../api/models.ts';
import type { SubjectKind } from './written-grant.ts';
import { useMembers } from './use-members.ts';

/** Whom a grant names: one of few, or what is typed. */
export function GrantSubject({
  kind,
  name,
  fault,
  onChange,
}: {
  readonly kind: SubjectKind;
  readonly name: string;
  readonly fault: string | undefined;
  readonly onChange: (name: string) => void;
}): ReactNode {
  const [q, setQ] = useState('');
  const all = useMembers();
  const found = useMembers(q.trim());
  const members = found.data?.members ?? [];
  const field = {
    fault,
    required: true,
    value: name,
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  };
  if (kind === 'role')
    return (
      <SelectField label="Role" {...field}>
        <option value="member">Member</option>
        <option value="admin">Admin</option>
        <option value="owner">Owner</option>
      </SelectField>
    );
  if (kind === 'member')
    return (
      <>
        {all.data?.isComplete === false && (
          <TextField
            label="Find member"
            hint="Part of a name or an e-mail address."
            autoComplete="off"
            value={q}
            onChange={(event) => {
              setQ(event.target.value);
              onChange('');
            }}
          />
        )}
        <SelectField label="Member" {...field}>
          <option value="">Choose somebody</option>
          {members.map((member) => (
            <option key={member.id} value={member.id}>
              {member.name === '' ? addressOf(member) : `${member.name} (${addressOf(member)})`}
            </option>
          ))}
        </SelectField>
      </>
    );
  return kind === 'group' ? (
    <TextField
      label="Group"
      hint="With the id of its identity provider: corp:engineering. * and ? stand for anything."
      autoComplete="off"
      {...field}
    />
  ) : (
    <TextField label="App" hint="Its slug, as in its address." autoComplete="off" {...field} />
  );
}

function addressOf({ email, emailVerified }: Member): string {
  return emailVerified ? email : `${email}, not verified`;
}
