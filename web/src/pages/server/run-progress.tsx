import type { ReactNode } from 'react';
import type { CallProgress } from '../../results/run-tool.ts';
import styles from './server.module.css';

/** How far a run is, as far as the tool says. */
export function RunProgress({ progress }: { readonly progress: CallProgress | undefined }): ReactNode {
  const { progress: done, total, message } = progress ?? {};
  return (
    <div className={styles.progress}>
      <progress
        aria-label="Progress"
        aria-valuetext={message}
        {...(total === undefined || done === undefined ? {} : { value: done, max: total })}
      />
      {message !== undefined && <p>{message}</p>}
    </div>
  );
}
