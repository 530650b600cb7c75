import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import type { Server } from '../../api/models.ts';
import { basePath } from '../../api/place.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import buttons from '../../parts/button.module.css';
import { When } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRemedy } from './remedy.ts';
import { stateOf } from './server-state.ts';
import styles from './servers.module.css';

/** Why a server is not well, in words, and what can be done about it; of one that is well only its state. */
export function ServerTrouble({
  server,
  children,
}: {
  readonly server: Server;
  /** Its state, where that does not stand elsewhere. */
  readonly children?: ReactNode;
}): ReactNode {
  const state = stateOf(server);
  const client = useQueryClient();
  const tell = useNews();
  const remedy = useRemedy(server.lastError?.code);
  const retry = useAction(async () => {
    await api.POST('/api/servers/{server}/reconnect', { params: { path: { server: server.handle } } });
    tell(`${server.handle} is tried again.`);
    await client.invalidateQueries({ queryKey: ['get', '/api/servers'] });
  });
  if (state === 'Ready' || state === 'Disabled') return children;
  const { lastError, nextRetryAt, handle } = server;
  const here = window.location.pathname + window.location.search;
  return (
    <div className={children === undefined ? styles.notice : styles.trouble}>
      <div className={styles.what}>
        {children}
        {state === 'Wants sign-in' ? (
          <a
            className={[buttons.button, buttons.small].map(String).join(' ')}
            href={`${basePath}/connect/${encodeURIComponent(handle)}?return=${encodeURIComponent(here.slice(basePath.length))}`}
          >
            Connect
          </a>
        ) : (
          <Button small busy={retry.busy} onClick={() => void retry.run()}>
            Try now
          </Button>
        )}
        {nextRetryAt !== undefined && (
          <span className={styles.next}>
            Next attempt {Date.parse(nextRetryAt) > Date.now() ? <When at={nextRetryAt} /> : 'now'}
          </span>
        )}
      </div>
      {lastError !== undefined && <p className={styles.error}>{lastError.detail ?? lastError.code}</p>}
      {remedy !== undefined && <p>{remedy}</p>}
      {state === 'Wants sign-in' && (
        <p>It lets in people who have signed in at it. Connect your account there.</p>
      )}
      <TroubleAlert error={retry.error} />
    </div>
  );
}
