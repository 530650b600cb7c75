import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from './me-context.ts';
import styles from './navigation.module.css';
import { places } from './places.ts';
import { useWaiting } from './waiting.ts';

/** The pages that this person may see. */
export function Navigation({ onChoose }: { readonly onChoose: () => void }): ReactNode {
  const me = useMe();
  const waiting = useWaiting();
  return (
    <nav aria-label="Main" className={styles.nav}>
      <ul>
        {places
          .filter(({ isFor }) => isFor(me))
          .map(({ name, to, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles.link}
                activeOptions={{ includeSearch: false }}
                activeProps={{ 'aria-current': 'page' }}
                preload="intent"
                onClick={onChoose}
              >
                <Icon size={18} aria-hidden="true" />
                {name}
                {name === 'Approvals' && waiting > 0 && <span className={styles.count}>{waiting}</span>}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
