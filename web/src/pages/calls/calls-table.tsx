import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { Call } from '../../api/models.ts';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { durationInWords, When } from '../../parts/time.tsx';
import { outcomeOf, serverOf, targetOf } from './call-words.ts';
import { useCallerName } from './use-caller-name.ts';

/** Calls, newest first. */
export function CallsTable({
  label,
  calls,
  isComplete,
}: {
  readonly label: string;
  readonly calls: readonly Call[];
  readonly isComplete: boolean;
}): ReactNode {
  const nameOf = useCallerName();
  const columns = useMemo(
    (): readonly Column<Call>[] => [
      {
        name: 'Time',
        isNarrow: true,
        cell: ({ at, requestId }) => (
          <Link to="/calls/$requestId" params={{ requestId }}>
            <When at={at} isShort />
          </Link>
        ),
      },
      { name: 'Server', cell: serverOf },
      { name: 'Tool', cell: (call) => <code>{targetOf(call)}</code> },
      {
        name: 'Status',
        cell: (call) => {
          const { word, tone } = outcomeOf(call);
          return <StateWord tone={tone}>{word}</StateWord>;
        },
      },
      {
        name: 'Time taken',
        isNumber: true,
        isNarrow: true,
        cell: ({ phases }) => durationInWords(phases.totalMs),
      },
      { name: 'Caller', cell: ({ caller }) => nameOf(caller) },
    ],
    [nameOf],
  );
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={calls}
      keyOf={({ requestId }) => requestId}
      total={isComplete ? calls.length : -1}
    />
  );
}
