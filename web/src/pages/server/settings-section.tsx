import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, queries } from '../../api/client.ts';
import type { Server } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { CodeLine } from '../../parts/code-line.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Card, Facts, Row } from '../../parts/layout.tsx';
import { durationInWords } from '../../parts/time.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import { Json } from '../../results/content-view.tsx';
import { appOf } from './use-drift.ts';

/** Where the server comes from, how it is reached, and the way to be rid of it. */
export function SettingsSection({ server }: { readonly server: Server }): ReactNode {
  const { data: pong } = queries.useQuery(
    'get',
    '/api/servers/{server}/mcp/ping',
    { params: { path: { server: server.handle } } },
    { enabled: server.status === 'ready', retry: false },
  );
  const info = server.serverInfo as { readonly name?: string; readonly version?: string } | undefined;
  return (
    <>
      <Card title="Facts">
        <Facts
          rows={[
            ['Handle', <code key="handle">{server.handle}</code>],
            ['Transport', server.transport],
            ['Protocol', server.protocolVersion ?? 'not known yet'],
            ['Says it is', info === undefined ? 'not known yet' : `${info.name ?? ''} ${info.version ?? ''}`],
            ['Latency', pong === undefined ? 'not measured' : durationInWords(pong.latencyMs)],
            ['Can', Object.keys(server.capabilities ?? {}).join(', ') || 'not known yet'],
          ]}
        />
      </Card>
      <Card title="Addresses">
        <p>For MCP clients:</p>
        <CodeLine text={server.urls.mcp} what="The address" />
        <p>For plain HTTP:</p>
        <CodeLine text={server.urls.rest} what="The address" />
      </Card>
      <Origin handle={server.handle} />
    </>
  );
}

function Origin({ handle }: { readonly handle: string }): ReactNode {
  const me = useMe();
  const of = appOf(handle);
  if (of !== undefined)
    return (
      <Card title="Where it comes from">
        <p>
          The config of the app{' '}
          <Link to="/apps/$app/$section" params={{ app: of.app, section: 'config' }}>
            {of.app}
          </Link>{' '}
          declares it; it is changed and removed there.
        </p>
      </Card>
    );
  return me.may('operator') ? <Published handle={handle} /> : null;
}

function Published({ handle }: { readonly handle: string }): ReactNode {
  const { data, error } = queries.useQuery('get', '/api/servers/published');
  const client = useQueryClient();
  const navigate = useNavigate();
  const tell = useNews();
  const remove = useAction(async () => {
    await api.DELETE('/api/servers/published/{name}', { params: { path: { name: handle } } });
    tell(`${handle} is removed.`);
    await client.invalidateQueries({ queryKey: ['get', '/api/servers'] });
    await navigate({ to: '/servers' });
  });
  const published = data?.servers.find(({ name }) => name === handle);
  return (
    <Card title="Where it comes from">
      <TroubleAlert error={error} />
      {published !== undefined && (
        <>
          <p>
            {published.readOnly
              ? `From ${published.source}: read-only here. It is changed and removed in the file.`
              : 'Added in the console or over the API.'}
          </p>
          <Json value={published.definition} />
          {!published.readOnly && (
            <Row>
              <Confirm
                action="Remove"
                title={`Remove ${handle}?`}
                busy={remove.busy}
                onConfirm={() => void remove.run()}
              >
                Calls that run are ended. Apps that use it lose its tools.
              </Confirm>
            </Row>
          )}
          <TroubleAlert error={remove.error} />
        </>
      )}
    </Card>
  );
}
