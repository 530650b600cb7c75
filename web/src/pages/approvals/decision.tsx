import { useState, type ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { Row } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import styles from './approvals.module.css';

/** A note, yes and no. */
export function Decision({
  onAnswer,
  onNote,
}: {
  readonly onAnswer: (approved: boolean, note: string) => Promise<void>;
  /** Hears what is written, for the command. */
  readonly onNote: ((note: string) => void) | undefined;
}): ReactNode {
  const [note, setNote] = useState('');
  const answer = useAction((approved: boolean) => onAnswer(approved, note));
  return (
    <>
      <TextField
        label="Note"
        hint="Whoever asked can read it."
        maxLength={500}
        value={note}
        onChange={({ target: { value } }) => {
          setNote(value);
          onNote?.(value);
        }}
      />
      <Row>
        <Button className={styles.decision} busy={answer.busy} onClick={() => void answer.run(false)}>
          Deny
        </Button>
        <Button
          kind="main"
          className={styles.decision}
          busy={answer.busy}
          onClick={() => void answer.run(true)}
        >
          Approve
        </Button>
      </Row>
      <TroubleAlert error={answer.error} />
    </>
  );
}
