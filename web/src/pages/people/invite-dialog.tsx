import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import { curl, gantry } from '../../api/shell.ts';
import { useMe } from '../../frame/me-context.ts';
import { useSaidCommand } from '../../frame/said-command.ts';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { Stack } from '../../parts/layout.tsx';
import { exactTime } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { invitationsKey } from './invitations-table.tsx';

type Role = 'member' | 'admin' | 'owner';

/** Makes a link by which somebody joins; the person who invites sends it. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const me = useMe();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [fault, setFault] = useState<string>();
  const [invitation, setInvitation] = useState<{ readonly url: string; readonly expiresAt: string }>();
  const field = useRef<HTMLInputElement>(null);
  const typed = email.trim();
  useSaidCommand(
    typed === ''
      ? undefined
      : {
          gantry: gantry('invite', typed, '--role', role),
          curl: curl('/api/cli/invitations', { body: { email: typed, role } }),
        },
  );
  const make = useAction(async () => {
    if (!/^\S+@\S+$/.test(typed)) {
      setFault('An e-mail address is needed.');
      field.current?.focus();
      return;
    }
    setInvitation(dataOf(await api.POST('/api/cli/invitations', { body: { email: typed, role } })));
    await client.invalidateQueries({ queryKey: invitationsKey });
  });
  return (
    <Dialog title="Invite" open onOpenChange={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void make.run();
        }}
      >
        <Stack tight>
          <TextField
            ref={field}
            label="E-mail address"
            type="email"
            autoComplete="off"
            required
            fault={fault}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setFault(undefined);
              setInvitation(undefined);
            }}
          />
          <SelectField
            label="Role"
            hint="Members use tools and read configs. Admins also manage people and apps. Owners can do everything."
            value={role}
            onChange={(event) => {
              setRole(event.target.value as Role);
              setInvitation(undefined);
            }}
          >
            <option value="member">Member</option>
            <option value="admin">Admin</option>
            {me.isOwner && <option value="owner">Owner</option>}
          </SelectField>
          <TroubleAlert error={make.error} />
          {invitation === undefined ? (
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button kind="main" type="submit" busy={make.busy}>
                Make the link
              </Button>
            </DialogActions>
          ) : (
            <>
              <TextField
                label="Invitation link"
                hint={`Send it yourself. It works once, until ${exactTime(invitation.expiresAt)}.`}
                readOnly
                value={invitation.url}
                onFocus={(event) => event.target.select()}
              />
              <DialogActions>
                <CopyButton text={invitation.url} what="The link" />
                <Button kind="main" onClick={onClose}>
                  Done
                </Button>
              </DialogActions>
            </>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
