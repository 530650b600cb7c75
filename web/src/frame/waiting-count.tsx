import type { ReactNode } from 'react';
import { useWaitingCalls } from '../pages/approvals/waiting-calls.ts';
import { useWaitingRuns } from '../pages/approvals/waiting-runs.ts';
import { WaitingContext } from './waiting.ts';

/** Counts what waits for this person, for the navigation and the title. */
export function WaitingCount({ children }: { readonly children: ReactNode }): ReactNode {
  const count = useWaitingCalls().items.length + useWaitingRuns().items.length;
  return <WaitingContext value={count}>{children}</WaitingContext>;
}
