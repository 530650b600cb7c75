import type { ReactNode } from 'react';
import type { StoredConfig } from '../../api/models.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { When } from '../../parts/time.tsx';
import styles from './apps.module.css';
import { configText, personInWords } from './config-text.ts';

/** Somebody saved another version since this one was read: both texts, and the three ways on. */
export function ChangedMeanwhile({
  theirs,
  yours,
  busy,
  onOverwrite,
  onTake,
  onGoOn,
}: {
  readonly theirs: StoredConfig;
  readonly yours: string;
  readonly busy: boolean;
  readonly onOverwrite: () => void;
  readonly onTake: () => void;
  readonly onGoOn: () => void;
}): ReactNode {
  const { updatedBy, updatedAt, version, config } = theirs;
  return (
    <Dialog title="Changed meanwhile" open onOpenChange={onGoOn} wide>
      <p>
        {personInWords(updatedBy)} saved version {version} <When at={updatedAt} />.
      </p>
      <div className={styles.both}>
        <section aria-label="Theirs">
          <h3>Theirs</h3>
          <MarkedText text={configText(config)} other={yours} />
        </section>
        <section aria-label="Yours">
          <h3>Yours</h3>
          <MarkedText text={yours} other={configText(config)} />
        </section>
      </div>
      <DialogActions>
        <Button onClick={onGoOn}>Go on editing</Button>
        <Button onClick={onTake}>Take theirs</Button>
        <Button kind="danger" busy={busy} onClick={onOverwrite}>
          Overwrite
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A text whose lines that the other does not have are marked. */
function MarkedText({ text, other }: { readonly text: string; readonly other: string }): ReactNode {
  const known = new Set(other.split('\n').map((line) => line.trim()));
  return (
    <pre className={styles.text} tabIndex={0}>
      {text.split('\n').map((line, index) => (
        <span key={index}>
          {known.has(line.trim()) ? line : <mark>{line}</mark>}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
