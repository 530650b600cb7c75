import { useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { BusyContext } from './busy.ts';
import { CommandRegion, type PageCommand } from './command-region.tsx';
import styles from './page.module.css';
import { SayCommandContext } from './said-command.ts';
import { useWaiting } from './waiting.ts';

/** The address that the last page was shown for: the first page of all leaves the focus where the browser has it. */
let shownFor: string | undefined;

/** What each page is: its heading and title, what can be done, and the command that does the same. */
export function Page({
  title,
  lead,
  actions,
  tabs,
  busy = false,
  command,
  wide = false,
  children,
}: {
  readonly title: string;
  /** A line below the heading. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly tabs?: ReactNode;
  /** Its first data is not there yet; bones in it say so too. */
  readonly busy?: boolean;
  readonly command?: PageCommand | undefined;
  readonly wide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  // Where the router has arrived: while it is still on its way, the page before is shown.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const waiting = useWaiting();
  const [pending, setPending] = useState(0);
  const [said, setSaid] = useState<PageCommand>();
  const begin = useCallback(() => {
    setPending((count) => count + 1);
    return () => setPending((count) => count - 1);
  }, []);
  useEffect(() => {
    if (shownFor !== undefined && shownFor !== pathname) heading.current?.focus({ preventScroll: true });
    shownFor = pathname;
  }, [pathname]);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${String(waiting)}) ` : ''}${title} · Gantry`;
  }, [title, waiting]);
  return (
    <main
      id="content"
      tabIndex={-1}
      aria-busy={busy || pending > 0}
      className={wide ? styles.wide : styles.page}
    >
      <div className={styles.head}>
        <div className={styles.headline}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <div className={styles.lead}>{lead}</div>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {tabs}
      <div className={styles.body}>
        <SayCommandContext value={setSaid}>
          <BusyContext value={begin}>{children}</BusyContext>
        </SayCommandContext>
      </div>
      {command !== undefined && <CommandRegion command={said ?? command} />}
    </main>
  );
}
