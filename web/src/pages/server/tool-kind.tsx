import type { ReactNode } from 'react';
import type { Tool } from '../../api/models.ts';
import styles from './server.module.css';

/** What a tool says it does to the world, in a word; nothing when it says nothing. */
export function ToolKind({ tool: { annotations } }: { readonly tool: Tool }): ReactNode {
  const { readOnlyHint, destructiveHint } = (annotations ?? {}) as Readonly<
    Record<string, boolean | undefined>
  >;
  if (readOnlyHint === true) return <span className={styles.kind}>reads only</span>;
  if (destructiveHint === true) return <span className={styles.kind}>can destroy</span>;
  return null;
}
