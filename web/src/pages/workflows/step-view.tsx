import type { ReactNode } from 'react';
import type { RunStep } from '../../api/models.ts';
import { StateWord } from '../../parts/state-word.tsx';
import { Json } from '../../results/content-view.tsx';
import { runStates } from './run-states.ts';
import styles from './workflows.module.css';

/** A step of a run, or of a trial: what it is, how it stands, what it was given and gave. */
export function StepView({
  name,
  what,
  status,
  aside,
  notes = [],
  parts,
  action,
  heading: Heading = 'h2',
}: {
  readonly name: string;
  readonly what: string;
  readonly status: RunStep['status'];
  /** When it began, or how long it took. */
  readonly aside?: ReactNode;
  /** Sentences about it. */
  readonly notes?: readonly string[];
  /** Values by what they are; those that are not there are left out. */
  readonly parts: readonly (readonly [name: string, value: unknown])[];
  readonly action?: ReactNode;
  readonly heading?: 'h2' | 'h3';
}): ReactNode {
  const { word, tone } = runStates[status];
  return (
    <>
      <div className={styles.stepHead}>
        <Heading>{name}</Heading>
        <span className={styles.quiet}>{what}</span>
        <span className={styles.stepState}>
          <StateWord tone={tone}>{word}</StateWord>
        </span>
        <span className={styles.quiet}>{aside}</span>
      </div>
      {notes.map((note) => (
        <p key={note} className={styles.quiet}>
          {note}
        </p>
      ))}
      {parts.map(
        ([part, value]) =>
          value !== undefined && (
            <details key={part} open={JSON.stringify(value).length < shortText}>
              <summary>{part}</summary>
              <Json value={value} />
            </details>
          ),
      )}
      {action}
    </>
  );
}

/** What fits is open. */
const shortText = 2000;
