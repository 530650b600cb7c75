import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { dataOf } from '../../api/all-pages.ts';
import { gatewayUrl } from '../../api/place.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import buttons from '../../parts/button.module.css';
import { CodeLine } from '../../parts/code-line.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { readConfig } from '../apps/config-api.ts';
import type { ClientGuide } from './clients.ts';
import styles from './connect.module.css';
import type { Destination } from './use-destinations.ts';

/** What stands for a key that is not made yet. */
const noKey = '<key>';

/** The steps for one client, with a fresh key in them once it is made. */
export function ClientSteps({
  guide,
  destination,
  value,
  onKey,
}: {
  readonly guide: ClientGuide;
  readonly destination: Destination;
  readonly value: string | undefined;
  /** `app`: whose key it is. */
  readonly onKey: (key: string, app: string) => void;
}): ReactNode {
  const me = useMe();
  const tell = useNews();
  const { app, url, name, listPath } = destination;
  const client = useQueryClient();
  const make = useAction(async () => {
    const owner = app ?? (await appAround(name));
    const issued = dataOf(
      await api.POST('/api/cli/apps/{app}/keys', {
        params: { path: { app: owner } },
        body: { name: guide.name, client: guide.slug },
      }),
    );
    await client.invalidateQueries({ queryKey: ['get', '/api/cli/apps'] });
    onKey(issued.key, owner);
    tell('The key is in the steps. It is shown this once.');
  });
  const listUrl = gatewayUrl + listPath;
  const steps = guide.steps({ url, listUrl, name, key: value ?? noKey });
  return (
    <>
      {guide.by === 'key' && value === undefined && (
        <div className={styles.key}>
          {me.may('apps:write') ? (
            <>
              {app === undefined && (
                <p>Keys belong to apps: this makes an app {name} with the server in it, and a key of that.</p>
              )}
              <Button kind="main" busy={make.busy} onClick={() => void make.run()}>
                Make a key
              </Button>
            </>
          ) : (
            <p>Ask somebody who may write apps for a key.</p>
          )}
          <TroubleAlert error={make.error} />
        </div>
      )}
      <ol className={styles.steps}>
        {steps.map(({ text, code, open }) => (
          <li key={text}>
            <p>{text}</p>
            {open !== undefined && (
              <p>
                <a className={`${String(buttons.button)} ${String(buttons.main)}`} href={open}>
                  Open {guide.name}
                </a>
              </p>
            )}
            {code !== undefined && <CodeLine text={code} what="It" />}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The slug of an app of this name that uses the server of this name: the one that is there, else a new one. */
async function appAround(server: string): Promise<string> {
  const { apps } = dataOf(await api.GET('/api/cli/apps', { params: { query: { limit: 200 } } }));
  if (apps.some(({ slug }) => slug === server)) {
    const { config } = await readConfig(server);
    if (config.mcpServers?.[server] !== undefined) return server;
  }
  const config = { mcpServers: { [server]: { use: server } } };
  return dataOf(await api.POST('/api/cli/apps', { body: { name: server, config } })).slug;
}
