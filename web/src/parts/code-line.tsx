import type { ReactNode } from 'react';
import styles from './code-line.module.css';
import { CopyButton } from './copy-button.tsx';

/** A command, a key or a piece of configuration to be taken elsewhere. */
export function CodeLine({
  text,
  what,
  isExample = false,
}: {
  readonly text: string;
  readonly what?: string;
  /** It is not the thing itself, but shows how that is used. */
  readonly isExample?: boolean;
}): ReactNode {
  return (
    <div className={styles.line}>
      {/* It scrolls, so that a keyboard must be able to reach it. */}
      <pre tabIndex={0} className={styles.text}>
        {isExample ? text : <code>{text}</code>}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
