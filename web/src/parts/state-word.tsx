import type { ReactNode } from 'react';
import styles from './state-word.module.css';

export type Tone = 'good' | 'busy' | 'bad' | 'off';

/** The one way to show a state: a mark, whose shape differs too, and the word. */
export function StateWord({ tone, children }: { readonly tone: Tone; readonly children: string }): ReactNode {
  return (
    <span className={styles.state}>
      <span className={`${String(styles.mark)} ${String(styles[tone])}`} aria-hidden="true" />
      {children}
    </span>
  );
}
