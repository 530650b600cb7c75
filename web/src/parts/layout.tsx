import type { ReactNode } from 'react';
import { useBusyPage } from '../frame/busy.ts';
import styles from './layout.module.css';

/** Things below each other. */
export function Stack({
  children,
  tight = false,
}: {
  readonly children: ReactNode;
  readonly tight?: boolean;
}): ReactNode {
  return <div className={tight ? styles.tight : styles.stack}>{children}</div>;
}

/** Things beside each other, as far as there is room. */
export function Row({
  children,
  end = false,
}: {
  readonly children: ReactNode;
  readonly end?: boolean;
}): ReactNode {
  return <div className={`${String(styles.row)} ${end ? String(styles.end) : ''}`}>{children}</div>;
}

/** What stands above a list: what narrows it, and at the end how many there are or what adds one. */
export function Toolbar({
  children,
  end,
}: {
  readonly children?: ReactNode;
  readonly end?: ReactNode;
}): ReactNode {
  return (
    <div className={styles.toolbar}>
      <div className={styles.row}>{children}</div>
      {end !== undefined && <div className={styles.toolbarEnd}>{end}</div>}
    </div>
  );
}

/** A surface with a heading of its own. `named`: a region that can be gone to. */
export function Card({
  title,
  actions,
  named = false,
  narrow = false,
  children,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly named?: boolean;
  /** A form of a few fields, which are not drawn out over a wide page. */
  readonly narrow?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section
      className={`${String(styles.card)} ${narrow ? String(styles.narrowCard) : ''}`}
      aria-label={named ? title : undefined}
    >
      {(title !== undefined || actions !== undefined) && (
        <div className={styles.cardHead}>
          {title !== undefined && <h2>{title}</h2>}
          {actions !== undefined && <div className={styles.cardActions}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** Names and values. */
export function Facts({
  rows,
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode] | undefined)[];
}): ReactNode {
  return (
    <dl className={styles.facts}>
      {rows
        .filter((row) => row !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What stands where a list will be: what it is for, and the next step. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className={styles.empty}>
      <p className={styles.emptyTitle}>{title}</p>
      {children}
    </div>
  );
}

/** Grey bars where rows are about to be, so that nothing jumps. */
export function Bones({ rows = 4 }: { readonly rows?: number }): ReactNode {
  useBusyPage();
  return (
    <div className={styles.bones} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  );
}

export function Muted({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={styles.muted}>{children}</span>;
}
