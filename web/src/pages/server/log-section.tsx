import type { ReactNode } from 'react';
import type { Server } from '../../api/models.ts';
import { CallsTable } from '../calls/calls-table.tsx';
import { Empty } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useCalls } from '../calls/use-calls.ts';

/** What was asked of the server, as it happens. */
export function LogSection({ server: { handle } }: { readonly server: Server }): ReactNode {
  const { calls, error, isPending, isComplete } = useCalls({ server: handle });
  if (error !== null && calls.length === 0) return <TroubleAlert error={error} />;
  if (!isPending && calls.length === 0)
    return (
      <Empty title="Nothing was asked of this server yet">
        <p>Run one of its tools, or connect a client: each call appears here by itself.</p>
      </Empty>
    );
  return <CallsTable label="Log" calls={calls} isComplete={isComplete} />;
}
