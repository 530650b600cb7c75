import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, queries } from '../../api/client.ts';
import type { App, ConfigVersion } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Bones } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { personInWords } from './config-text.ts';

const columns: readonly Column<ConfigVersion>[] = [
  { name: 'Version', isNarrow: true, cell: ({ version }) => version },
  { name: 'When', isNarrow: true, cell: ({ updatedAt }) => <When at={updatedAt} /> },
  { name: 'By', cell: ({ updatedBy }) => personInWords(updatedBy) },
  {
    name: 'What',
    cell: ({ message, restoredFrom, blankedAt }) => {
      if (blankedAt !== undefined) return 'its content was removed';
      return restoredFrom === undefined ? (message ?? '') : `version ${String(restoredFrom)} again`;
    },
  },
];

/** Every version of the config, and the way back to one. */
export function VersionsSection({ app: { slug } }: { readonly app: App }): ReactNode {
  const me = useMe();
  const client = useQueryClient();
  const tell = useNews();
  const { data, error } = queries.useQuery('get', '/api/cli/apps/{app}/config/versions', {
    params: { path: { app: slug }, query: { limit: 200 } },
  });
  const versions = data?.versions ?? [];
  const [newest] = versions;
  const rollBack = useAction(async (version: number) => {
    await api.POST('/api/cli/apps/{app}/config/rollback', {
      params: {
        path: { app: slug },
        header: newest === undefined ? {} : { 'If-Match': newest.etag },
      } as never,
      body: { version },
    });
    tell(`Version ${String(version)} holds again, as a new version.`);
    await client.invalidateQueries({ queryKey: ['get', '/api/cli/apps/{app}/config/versions'] });
    await client.invalidateQueries({ queryKey: ['get', '/api/cli/apps'] });
  });
  const all: readonly Column<ConfigVersion>[] = me.may('apps:write')
    ? [
        ...columns,
        {
          name: 'Actions',
          isAction: true,
          cell: ({ version, blankedAt }) =>
            version === newest?.version ? (
              'holds now'
            ) : blankedAt === undefined ? (
              <Confirm
                small
                action="Roll back"
                title={`Roll back to version ${String(version)}?`}
                onConfirm={() => void rollBack.run(version)}
              >
                It becomes the newest version. The others stay in the list.
              </Confirm>
            ) : null,
        },
      ]
    : columns;
  return (
    <>
      <TroubleAlert error={error ?? rollBack.error} />
      {data === undefined && error === null ? (
        <Bones />
      ) : (
        <DataTable
          label="Versions"
          columns={all}
          rows={versions}
          keyOf={({ version }) => String(version)}
          total={data?.nextCursor === undefined ? versions.length : -1}
        />
      )}
    </>
  );
}
