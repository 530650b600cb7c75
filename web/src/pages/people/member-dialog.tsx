import { useState, type ReactNode } from 'react';
import { hasCode } from '../../api/api-problem.ts';
import { dataOf } from '../../api/all-pages.ts';
import { api, queries } from '../../api/client.ts';
import type { Member } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { useMe } from '../../frame/me-context.ts';
import { useSaidCommand } from '../../frame/said-command.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Facts, Stack } from '../../parts/layout.tsx';
import { plainText } from '../../parts/plain-text.ts';
import { exactTime } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import styles from './people.module.css';
import { RoleField } from './role-field.tsx';

/** Somebody in the account: who they are, what their last sign-in said, and a link if they cannot sign in. */
export function MemberDialog({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}): ReactNode {
  const me = useMe();
  const { id, name, email, emailVerified, role, joinedAt } = member;
  return (
    <Dialog title={name === '' ? email : name} open onOpenChange={onClose} wide>
      <Stack>
        <Facts
          rows={[
            ['E-mail address', emailVerified ? email : `${email}, not verified`],
            ...(id === me.id ? [['Role', role] as const] : []),
            ['Joined', exactTime(joinedAt)],
          ]}
        />
        {id !== me.id && <RoleField member={member} />}
        <LastSignIn user={id} />
        {id !== me.id && <ResetLink member={member} />}
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

function LastSignIn({ user }: { readonly user: string }): ReactNode {
  const { data, error } = queries.useQuery(
    'get',
    '/api/cli/members/{user}/sign-in',
    { params: { path: { user } } },
    { retry: false },
  );
  if (hasCode(error, 'sign-in-not-found')) return <p>Signs in with a password of this gateway.</p>;
  return (
    <section aria-label="Last sign-in">
      <h3>Last sign-in at an issuer</h3>
      <TroubleAlert error={error} />
      {data !== undefined && (
        <>
          <Facts
            rows={[
              ['Issuer', data.provider],
              ['At', exactTime(data.at)],
              [
                'Rules that matched',
                data.rules.length === 0
                  ? 'none of this account'
                  : data.rules.map(({ claim, match, role }) => `${claim} ${match} gives ${role}`).join('; '),
              ],
            ]}
          />
          <pre className={styles.claims} aria-label="Claims" tabIndex={0}>
            {plainText(JSON.stringify(data.claims, null, 2))}
          </pre>
        </>
      )}
    </section>
  );
}

function ResetLink({ member: { id, email } }: { readonly member: Member }): ReactNode {
  const [factor, setFactor] = useState(false);
  const [link, setLink] = useState<{ readonly url: string; readonly expiresAt: string }>();
  useSaidCommand({
    gantry: gantry('members', 'reset', email, factor && '--factor'),
    curl: curl(`/api/cli/members/${id}/reset`, { body: factor ? { factor } : {} }),
  });
  const make = useAction(async () => {
    setLink(
      dataOf(
        await api.POST('/api/cli/members/{user}/reset', {
          params: { path: { user: id } },
          body: factor ? { factor } : {},
        }),
      ),
    );
  });
  return (
    <Stack tight>
      <SelectField
        label="Lost"
        hint="The link signs them out everywhere and ends their tokens when it is used."
        value={factor ? 'factor' : 'password'}
        onChange={({ target }) => {
          setFactor(target.value === 'factor');
          setLink(undefined);
        }}
      >
        <option value="password">The password</option>
        <option value="factor">The password and the second factor</option>
      </SelectField>
      <TroubleAlert error={make.error} />
      {link === undefined ? (
        <div>
          <Button busy={make.busy} onClick={() => void make.run()}>
            Make a reset link
          </Button>
        </div>
      ) : (
        <>
          <TextField
            label="Reset link"
            hint={`Send it yourself. It works once, until ${exactTime(link.expiresAt)}.`}
            readOnly
            value={link.url}
            onFocus={(event) => event.target.select()}
          />
          <div>
            <CopyButton text={link.url} what="The link" />
          </div>
        </>
      )}
    </Stack>
  );
}
