import type { ReactNode } from 'react';
import type { ConfigOutcome } from '../../api/models.ts';
import type { TextFault } from '../../editor/json-editor.tsx';
import { Card } from '../../parts/layout.tsx';
import { Alert } from '../../parts/trouble-alert.tsx';
import styles from './apps.module.css';
import { changeInWords } from './config-text.ts';

/** What is wrong with the text, each a way to its place. */
export function FaultList({
  faults,
  onGo,
}: {
  readonly faults: readonly TextFault[];
  readonly onGo: (fault: TextFault) => void;
}): ReactNode {
  if (faults.length === 0) return null;
  return (
    <Alert title={faults.length === 1 ? 'One thing is wrong' : `${String(faults.length)} things are wrong`}>
      <ul aria-label="Faults" className={styles.faults}>
        {faults.map((fault) => (
          <li key={`${String(fault.from)} ${fault.text}`}>
            <button type="button" className={styles.fault} onClick={() => onGo(fault)}>
              Line {fault.line}: {fault.text}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** What saving changes, in words, and what to look at. */
export function ChangesRegion({
  outcome: { changes, warnings },
}: {
  readonly outcome: ConfigOutcome;
}): ReactNode {
  return (
    <Card title="Changes" named>
      {changes.length === 0 ? (
        <p>{warnings.length === 0 ? 'Nothing changes.' : 'Look at this:'}</p>
      ) : (
        <ul className={styles.changes}>
          {changes.map((change) => (
            <li key={change.op + change.path}>It {changeInWords(change)}.</li>
          ))}
        </ul>
      )}
      {warnings.length > 0 && (
        <ul className={styles.warnings}>
          {warnings.map(({ pointer, detail }) => (
            <li key={pointer + detail}>
              <code>{pointer}</code> {detail}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
