import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  readonly name: string;
  readonly to: string;
  /** How many are in it. */
  readonly count?: number | undefined;
  /** Addresses below its own are those of other sections. */
  readonly isExact?: boolean;
}

/** The sections of an object, each with an address of its own. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): ReactNode {
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul>
        {tabs.map(({ name, to, count, isExact = false }) => (
          <li key={name}>
            <Link
              to={to}
              className={styles.tab}
              activeOptions={{ exact: isExact, includeSearch: false }}
              activeProps={{ 'aria-current': 'page' }}
            >
              {name}
              {count !== undefined && (
                <span className={styles.count} aria-hidden="true">
                  {count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
