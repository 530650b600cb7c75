import { useState, type ReactNode } from 'react';
import { queries } from '../../api/client.ts';
import type { HeldPasskey } from '../../api/models.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Card } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';

/** One's own passkeys. */
export function PasskeysCard(): ReactNode {
  const { data, error } = queries.useQuery('get', '/api/me/factors');
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<HeldPasskey>();
  const passkeys = data?.factors.filter((factor): factor is HeldPasskey => factor.kind === 'passkey') ?? [];
  const columns: readonly Column<HeldPasskey>[] = [
    { name: 'Name', isWide: true, cell: ({ name }) => name },
    { name: 'Added', isNarrow: true, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      name: 'Last used',
      isNarrow: true,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <When at={lastUsedAt} />),
    },
    {
      name: 'Actions',
      isAction: true,
      cell: (passkey) => (
        <Button
          kind="danger"
          small
          aria-label={`Take away ${passkey.name}`}
          onClick={() => {
            setRemoved(passkey);
          }}
        >
          Take away
        </Button>
      ),
    },
  ];
  if (data?.canAdd === false && passkeys.length === 0) return undefined;
  return (
    <Card
      title="Passkeys"
      named
      actions={
        data?.canAddPasskey === true && (
          <Button
            onClick={() => {
              setAdding(true);
            }}
          >
            Add a passkey
          </Button>
        )
      }
    >
      <TroubleAlert error={error} />
      {data !== undefined && (
        <p>
          {data.canAdd && !data.canAddPasskey
            ? 'Passkeys need https, or the address localhost. Whoever runs the gateway sets that with PUBLIC_URL.'
            : 'A passkey signs you in by a finger, a face or a PIN. Once you have one, your password alone lets nobody in.'}
        </p>
      )}
      {passkeys.length > 0 && (
        <DataTable label="Passkeys" columns={columns} rows={passkeys} keyOf={({ id }) => id} />
      )}
      {isAdding && (
        <AddPasskeyDialog
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
      {removed !== undefined && (
        <RemovePasskeyDialog
          passkey={removed}
          onClose={() => {
            setRemoved(undefined);
          }}
        />
      )}
    </Card>
  );
}
