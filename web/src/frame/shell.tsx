import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { hasCode, hasStatus } from '../api/api-problem.ts';
import { beginLive, usePolling } from '../api/live.ts';
import { chooseAccount, chosenAccount } from '../api/chosen-account.ts';
import { meOptions, readMe } from '../api/me.ts';
import { factorPath, signInPath } from '../api/place.ts';
import { useSessionState } from '../api/session-state.ts';
import { Alert, TroubleAlert } from '../parts/trouble-alert.tsx';
import { AccountMenu } from './account-menu.tsx';
import { GoTo } from './go-to.tsx';
import { Mark } from './mark.tsx';
import { MeContext, useMe } from './me-context.ts';
import { Navigation } from './navigation.tsx';
import { NewsBoard } from './news.tsx';
import { Page } from './page.tsx';
import styles from './shell.module.css';
import { WaitingCount } from './waiting-count.tsx';

/** What is around every page. */
export function Shell(): ReactNode {
  const me = useQuery({
    ...meOptions,
    select: readMe,
    refetchOnWindowFocus: true,
    refetchInterval: usePolling(),
  });
  const isElsewhere = hasCode(me.error, 'account-not-found');
  useEffect(() => {
    if (!isElsewhere || chosenAccount() === undefined) return;
    chooseAccount(undefined);
    window.location.reload();
  }, [isElsewhere]);
  if (me.data?.lacksFactor === true)
    return (
      <MeContext value={me.data}>
        <NewsBoard>
          <Page title="Second factor needed">
            <NoFactor />
          </Page>
        </NewsBoard>
      </MeContext>
    );
  if (me.data !== undefined)
    return (
      <MeContext value={me.data}>
        <NewsBoard>
          <WaitingCount>
            <Frame />
          </WaitingCount>
        </NewsBoard>
      </MeContext>
    );
  if (me.isPending || isElsewhere) return <main aria-busy="true" />;
  return (
    <NewsBoard>
      {hasStatus(me.error, 401) ? (
        <Page title="Not signed in">
          <NoSession />
        </Page>
      ) : (
        <Page title="The gateway does not answer">
          <TroubleAlert error={me.error} />
        </Page>
      )}
    </NewsBoard>
  );
}

function NoFactor(): ReactNode {
  const { account, accounts } = useMe();
  return (
    <Alert title={`${account.name} lets browsers in with a second factor only`}>
      <p>
        <a href={factorPath()}>Set it up</a>, then go on where you were.
      </p>
      {accounts.length > 1 && <AccountMenu />}
    </Alert>
  );
}

function NoSession(): ReactNode {
  // The address changes while this stands there.
  useLocation();
  return (
    <Alert title="Nobody is signed in">
      <p>
        <a href={signInPath()}>Sign in</a> to go on where you were.
      </p>
    </Alert>
  );
}

function Frame(): ReactNode {
  const client = useQueryClient();
  const { ended } = useSessionState();
  const [goingTo, setGoingTo] = useState(false);
  const [menu, setMenu] = useState(false);
  useEffect(() => beginLive(client), [client]);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      setGoingTo(true);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <header className={styles.side}>
        <div className={styles.top}>
          <Link to="/servers" className={styles.brand} activeProps={{ 'aria-current': undefined }}>
            <Mark />
            Gantry
          </Link>
          <button type="button" className={styles.search} onClick={() => setGoingTo(true)}>
            <Search size={16} aria-hidden="true" />
            <span>Search</span>
            <kbd aria-hidden="true">{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
          </button>
          <button
            type="button"
            className={styles.menu}
            aria-expanded={menu}
            aria-controls="navigation"
            onClick={() => setMenu(!menu)}
          >
            <Menu size={18} aria-hidden="true" />
            Menu
          </button>
        </div>
        <div id="navigation" className={styles.navigation} data-open={menu}>
          <Navigation onChoose={() => setMenu(false)} />
          <div className={styles.account}>
            <AccountMenu />
          </div>
        </div>
      </header>
      <div className={styles.main}>
        {ended && (
          <div className={styles.ended}>
            <NoSession />
          </div>
        )}
        <Outlet />
      </div>
      {goingTo && <GoTo onClose={() => setGoingTo(false)} />}
    </div>
  );
}
