import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Stack } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { OwnPasswordField } from './own-password-field.tsx';
import styles from './people.module.css';

/** Has the browser make a passkey, and shows the recovery codes that come with a first factor. */
export function AddPasskeyDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const client = useQueryClient();
  const tell = useNews();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [codes, setCodes] = useState<readonly string[]>([]);
  const add = useAction(async () => {
    const question = dataOf(await api.POST('/api/me/passkeys/options', { body: { password } }));
    const optionsJSON = question as unknown as PublicKeyCredentialCreationOptionsJSON;
    const { id, response } = await startRegistration({ optionsJSON }).catch((error: unknown) => {
      throw new Error(notMade(error));
    });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    const credential = { id, response: { clientDataJSON, attestationObject, transports: [...transports] } };
    const added = dataOf(await api.POST('/api/me/passkeys', { body: { name: name.trim(), credential } }));
    await client.invalidateQueries();
    if (added.recoveryCodes.length === 0) {
      tell(`The passkey ${added.name} is yours.`);
      onClose();
    } else setCodes(added.recoveryCodes);
  });
  if (codes.length > 0)
    return (
      <Dialog title="Your recovery codes" open onOpenChange={onClose}>
        <Stack tight>
          <p>
            Keep them where your passkey is not. Each lets you in once in place of it, and nobody sees them
            again. Your other browsers are signed out.
          </p>
          <ul className={styles.codes} aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <DialogActions>
            <CopyButton text={codes.join('\n')} what="The codes" />
            <Button kind="main" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </Stack>
      </Dialog>
    );
  return (
    <Dialog title="Add a passkey" open onOpenChange={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add.run();
        }}
      >
        <Stack tight>
          <TextField
            label="Name"
            hint="By which you tell it from others, such as the device that it is on."
            autoComplete="off"
            required
            maxLength={100}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
            }}
          />
          <OwnPasswordField value={password} onChange={setPassword} />
          <TroubleAlert error={add.error} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="main" type="submit" busy={add.busy}>
              Add
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}

function notMade(error: unknown): string {
  const { name } = error as Error;
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already.';
  if (name === 'NotAllowedError') return 'No passkey was made.';
  return (error as Error).message;
}
