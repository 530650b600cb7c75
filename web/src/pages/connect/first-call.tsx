import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useStanding } from '../../frame/news.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { targetOf, serverOf } from '../calls/call-words.ts';
import { useCalls } from '../calls/use-calls.ts';
import styles from './connect.module.css';
import type { Destination } from './use-destinations.ts';

/** Says when the program's first call has come: the first one at the destination since this page is looked at. */
export function FirstCall({ destination }: { readonly destination: Destination }): ReactNode {
  const [since] = useState(() => Date.now() - 2000);
  const { calls } = useCalls({});
  const first = calls.findLast(
    (call) =>
      Date.parse(call.at) >= since &&
      call.hops.some(({ method }) => method === 'tools/call') &&
      destination.isMeantBy(call),
  );
  const text = first === undefined ? 'Waiting for the first call' : `First call seen: ${targetOf(first)}`;
  useStanding(text);
  return (
    <p className={styles.first}>
      <StateWord tone={first === undefined ? 'busy' : 'good'}>{text}</StateWord>
      {first !== undefined && (
        <Link to="/calls/$requestId" params={{ requestId: first.requestId }}>
          Look at it at {serverOf(first)}
        </Link>
      )}
    </p>
  );
}
