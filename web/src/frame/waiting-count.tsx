import type { ReactNode } from 'react';
import { useWaitingRuns } from '../pages/approvals/waiting-runs.ts';
import { WaitingContext } from './waiting.ts';

/** Counts what waits for this person, for the navigation and the title. */
export function WaitingCount({ children }: { readonly children: ReactNode }): ReactNode {
  const { items } = useWaitingRuns();
  return <WaitingContext value={items.length}>{children}</WaitingContext>;
}
