import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { allPages, dataOf } from '../../api/all-pages.ts';
import { api } from '../../api/client.ts';
import type { ResourceTemplate, Server } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { useSaidCommand } from '../../frame/said-command.ts';
import { useAddress } from '../../frame/use-address.ts';
import { Bones, Card, Empty } from '../../parts/layout.tsx';
import { LongList } from '../../parts/long-list.tsx';
import { plainText } from '../../parts/plain-text.ts';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { ResourceView } from '../../results/content-view.tsx';
import styles from './server.module.css';

/** What the server has to read. */
export function ResourcesSection({ server: { handle } }: { readonly server: Server }): ReactNode {
  const [{ uri }] = useAddress();
  const { data, isPending, error } = useQuery({
    queryKey: ['get', '/api/servers/{server}/mcp/resources', handle],
    queryFn: async () => {
      const templates: ResourceTemplate[] = [];
      const resources = await allPages(async (cursor) => {
        const page = dataOf(
          await api.GET('/api/servers/{server}/mcp/resources', {
            params: { path: { server: handle }, query: { limit: 200, cursor } },
          }),
        );
        templates.push(...page.resourceTemplates);
        return { items: page.resources, nextCursor: page.nextCursor };
      });
      return { resources, templates: [...new Map(templates.map((one) => [one.uriTemplate, one])).values()] };
    },
  });
  if (error !== null) return <TroubleAlert error={error} />;
  if (isPending) return <Bones />;
  const { resources, templates } = data;
  if (resources.length + templates.length === 0)
    return (
      <Empty title="This server has no resources">
        <p>Resources are texts and files that a server lets programs read.</p>
      </Empty>
    );
  return (
    <>
      {uri !== undefined && <Chosen handle={handle} uri={uri} />}
      <LongList label="Resources" items={resources} keyOf={(resource) => resource.uri}>
        {(resource) => (
          <div className={styles.tool}>
            <div className={styles.toolHead}>
              <Link
                to="/servers/$handle/$section"
                params={{ handle, section: 'resources' }}
                search={{ uri: resource.uri }}
                aria-current={uri === resource.uri ? 'true' : undefined}
              >
                {plainText(resource.title ?? resource.name)}
              </Link>
              <code>{resource.uri}</code>
            </div>
            {resource.description !== undefined && (
              <p className={styles.line}>{plainText(resource.description)}</p>
            )}
          </div>
        )}
      </LongList>
      {templates.length > 0 && (
        <Card title="Templates">
          <p>Addresses that a program fills in itself.</p>
          <ul className={styles.templates}>
            {templates.map(({ uriTemplate, name, title, description }) => (
              <li key={uriTemplate}>
                <code>{uriTemplate}</code> {title ?? name}
                {description === undefined ? '' : `: ${description}`}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Chosen({ handle, uri }: { readonly handle: string; readonly uri: string }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useSaidCommand({
    gantry: gantry('read', uri, '--server', handle),
    curl: curl(`/api/servers/${encodeURIComponent(handle)}/mcp/resources/read`, { body: { uri } }),
  });
  const { data, isPending, error } = useQuery({
    queryKey: ['post', '/api/servers/{server}/mcp/resources/read', handle, uri],
    queryFn: async () =>
      dataOf(
        await api.POST('/api/servers/{server}/mcp/resources/read', {
          params: { path: { server: handle } },
          body: { uri },
        }),
      ),
  });
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [uri]);
  return (
    <div ref={place}>
      <Card title="Result" named>
        <TroubleAlert error={error} />
        {isPending && <Bones rows={1} />}
        {data?.contents.map((content) => (
          <ResourceView key={content.uri} {...content} />
        ))}
      </Card>
    </div>
  );
}
