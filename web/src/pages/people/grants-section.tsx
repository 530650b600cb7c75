import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { api } from '../../api/client.ts';
import type { ServerGrant } from '../../api/models.ts';
import { grantsKey, subjectInWords, toolsInWords, useServerGrants } from '../../api/server-grants.ts';
import { useNews } from '../../frame/news.tsx';
import { useAddress } from '../../frame/use-address.ts';
import { Button } from '../../parts/button.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { FilterField } from '../../parts/field.tsx';
import { inNumbers } from '../../parts/in-numbers.ts';
import { Bones, Empty, Stack, Toolbar } from '../../parts/layout.tsx';
import { MoreRows } from '../../parts/more-rows.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { GrantDialog } from './grant-dialog.tsx';

/** Who may use which servers and tools. */
export function GrantsSection(): ReactNode {
  const client = useQueryClient();
  const tell = useNews();
  const [{ q = '' }, change] = useAddress();
  const { data, error, fetchNextPage, isFetching } = useServerGrants({ q: q.trim() });
  const more = useCallback(() => {
    if (!isFetching) void fetchNextPage();
  }, [isFetching, fetchNextPage]);
  const [isAdding, setAdding] = useState(false);
  const nameOf = (grant: ServerGrant): string => subjectInWords(grant, data?.names.get(grant.member ?? ''));
  const remove = useAction(async (grant: ServerGrant) => {
    try {
      await api.PATCH('/api/cli/grants', {
        params: { header: { 'If-Match': data?.etag } },
        body: { remove: [grant] },
      });
      tell(`The grant of ${nameOf(grant)} is removed.`);
    } finally {
      await client.invalidateQueries({ queryKey: grantsKey });
    }
  });
  if (data === undefined) return error === null ? <Bones /> : <TroubleAlert error={error} />;
  const { grants, isComplete } = data;
  const isFiltered = q.trim() !== '';
  const add = (
    <Button kind="main" onClick={() => setAdding(true)}>
      Add grant
    </Button>
  );
  return (
    <>
      <TroubleAlert error={error ?? remove.error} />
      {grants.length === 0 && !isFiltered ? (
        <Empty title="Everybody may use everything">
          <p>
            With the first grant that names people, members may use only what grants give them. Owners and
            admins keep everything until one names them; managing is never subject to grants.
          </p>
          {add}
        </Empty>
      ) : (
        <Stack tight>
          <Toolbar end={add}>
            <FilterField value={q} onChange={(value) => change({ q: value })} />
            <small>{inNumbers(grants.length, 'grant', isComplete)}</small>
          </Toolbar>
          {grants.length === 0 && <Empty title="No grant fits this filter" />}
          {grants.length > 0 && (
            <DataTable
              label="Grants"
              total={isComplete ? grants.length : -1}
              rows={grants}
              keyOf={(grant) => JSON.stringify(grant)}
              columns={[
                { name: 'Who', cell: (grant) => <strong>{nameOf(grant)}</strong> },
                { name: 'Servers', cell: ({ servers }) => servers.join(', ') },
                { name: 'Tools', cell: toolsInWords },
                {
                  name: 'Actions',
                  isAction: true,
                  cell: (grant) => (
                    <Confirm
                      small
                      action="Remove"
                      busy={remove.busy}
                      title={`Remove the grant of ${nameOf(grant)}?`}
                      onConfirm={() => void remove.run(grant)}
                    >
                      {grants.length === 1 && isComplete && !isFiltered
                        ? 'It is the last one: from then on everybody may use everything.'
                        : 'What no other grant gives them is refused at once, as if it were not there.'}
                    </Confirm>
                  ),
                },
              ]}
            />
          )}
          {!isComplete && <MoreRows load={more} count={grants.length} />}
        </Stack>
      )}
      {isAdding && <GrantDialog etag={data.etag} onClose={() => setAdding(false)} />}
    </>
  );
}
