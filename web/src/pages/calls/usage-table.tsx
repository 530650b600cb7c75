import { useMemo, type ReactNode } from 'react';
import type { UsageRow } from '../../api/models.ts';
import { DataTable, nothing, type Column } from '../../parts/data-table.tsx';
import { plainText } from '../../parts/plain-text.ts';
import { durationInWords } from '../../parts/time.tsx';

const inWords = new Intl.NumberFormat('en');

/** Sums of calls; `name` says what they are told apart by. */
export function UsageTable({
  name,
  rows,
}: {
  readonly name: string;
  readonly rows: readonly UsageRow[];
}): ReactNode {
  const columns = useMemo((): readonly Column<UsageRow>[] => {
    const count = (heading: string, of: (row: UsageRow) => number): Column<UsageRow> => ({
      name: heading,
      isNumber: true,
      isNarrow: true,
      cell: (row) => inWords.format(of(row)),
    });
    return [
      { name, cell: ({ key }) => (key === null ? nothing : plainText(key)) },
      count('Calls', ({ calls }) => calls),
      count('Errors', ({ errors }) => errors),
      {
        name: 'Time per call',
        isNumber: true,
        isNarrow: true,
        cell: ({ ms, calls }) => (calls === 0 ? nothing : durationInWords(ms / calls)),
      },
      count('Bytes', ({ bytes }) => bytes),
      count('Tokens', ({ tokens }) => tokens),
    ];
  }, [name]);
  return <DataTable label="Usage" columns={columns} rows={rows} keyOf={({ key }) => key ?? ''} />;
}
