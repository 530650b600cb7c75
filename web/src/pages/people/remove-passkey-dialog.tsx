import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.ts';
import type { HeldPasskey } from '../../api/models.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { OwnPasswordField } from './own-password-field.tsx';

/** Takes a passkey away, with the password. */
export function RemovePasskeyDialog({
  passkey,
  onClose,
}: {
  readonly passkey: HeldPasskey;
  readonly onClose: () => void;
}): ReactNode {
  const client = useQueryClient();
  const tell = useNews();
  const [password, setPassword] = useState('');
  const remove = useAction(async () => {
    const params = { path: { passkey: passkey.id } };
    await api.DELETE('/api/me/passkeys/{passkey}', { params, body: { password } });
    tell(`The passkey ${passkey.name} is gone.`);
    await client.invalidateQueries();
    onClose();
  });
  return (
    <Dialog title={`Take ${passkey.name} away?`} asks open onOpenChange={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void remove.run();
        }}
      >
        <Stack tight>
          <p>Nobody signs in with it any more. With your last factor the recovery codes are gone, too.</p>
          <OwnPasswordField value={password} onChange={setPassword} />
          <TroubleAlert error={remove.error} />
          <DialogActions>
            <Button onClick={onClose}>Keep it</Button>
            <Button kind="danger" type="submit" busy={remove.busy}>
              Take away
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}
