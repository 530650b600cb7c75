import { Terminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import styles from './command-region.module.css';

/** The same as the page, at a terminal. */
export interface PageCommand {
  readonly gantry: string;
  readonly curl: string;
}

export function CommandRegion({ command }: { readonly command: PageCommand }): ReactNode {
  return (
    <section className={styles.region} aria-label="Command">
      <h2 className={styles.title}>
        <Terminal size={14} aria-hidden="true" />
        Command
      </h2>
      <div className={styles.lines}>
        <Line name="gantry" text={command.gantry} />
        <Line name="curl" text={command.curl} />
      </div>
    </section>
  );
}

function Line({ name, text }: { readonly name: string; readonly text: string }): ReactNode {
  return (
    <div className={styles.line}>
      <code className={styles.text}>{text}</code>
      <CopyButton text={text} what={`The ${name} command`} />
    </div>
  );
}
