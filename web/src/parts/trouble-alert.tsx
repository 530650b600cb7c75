import type { ReactNode } from 'react';
import { troubleOf } from '../api/api-problem.ts';
import styles from './trouble-alert.module.css';

/** What went wrong, what to do, and the request that it happened to. Nothing while there is no error. */
export function TroubleAlert({
  error,
  children,
}: {
  readonly error: unknown;
  /** A way on. */
  readonly children?: ReactNode;
}): ReactNode {
  if (error === undefined || error === null) return null;
  const { title, detail, advice, requestId, errors, status } = troubleOf(error);
  // That nobody is signed in any more the frame says, once.
  if (status === 401) return null;
  return (
    <div role="alert" className={styles.alert}>
      <p className={styles.title}>{title}</p>
      {detail !== undefined && detail !== title && <p>{detail}</p>}
      {errors.length > 0 && (
        <ul>
          {errors.map((fault) => (
            <li key={fault.pointer + fault.detail}>
              <code>{fault.pointer}</code> {fault.detail}
            </li>
          ))}
        </ul>
      )}
      {advice !== undefined && <p className={styles.advice}>{advice}</p>}
      {children}
      {requestId !== undefined && (
        <p className={styles.request}>
          Request <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}

/** The same frame for what the page itself has to say. */
export function Alert({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div role="alert" className={styles.alert}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  );
}
