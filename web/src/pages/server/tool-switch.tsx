import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { StoredConfig } from '../../api/models.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import { Card, Row } from '../../parts/layout.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction, type Action } from '../../parts/use-action.ts';
import { readConfig, sendConfig } from '../apps/config-api.ts';
import styles from './server.module.css';
import { deniedTools, withTool } from './tool-denials.ts';
import { appOf } from './use-drift.ts';

interface Switch {
  /** Tools of the server that the app's config keeps from callers, by name. */
  readonly off: readonly string[];
  readonly turn: Action<[tool: string, on: boolean]>;
}

/** Switches tools of a server that an app declares; nothing for other servers, and for those who may not write apps. */
function useSwitch(handle: string): Switch | undefined {
  const me = useMe();
  const client = useQueryClient();
  const tell = useNews();
  const of = appOf(handle);
  const { data } = useQuery({
    queryKey: ['get', '/api/cli/apps', 'config', of?.app],
    queryFn: () => readConfig(of?.app ?? ''),
    enabled: of !== undefined && me.may('apps:write'),
  });
  const turn = useAction(async (tool: string, on: boolean) => {
    if (of === undefined) return;
    // What somebody else saves between the two is refused, and told.
    const { config, version }: StoredConfig = await readConfig(of.app);
    await sendConfig(of.app, JSON.stringify(withTool(config, of.name, tool, on)), { version, dryRun: false });
    tell(`${tool} is ${on ? 'on' : 'off'}.`);
    await client.invalidateQueries({
      predicate: ({ queryKey: [, path] }) =>
        typeof path === 'string' && (path.startsWith('/api/cli/apps') || path.startsWith('/api/servers')),
    });
  });
  if (of === undefined || data === undefined) return undefined;
  return { off: deniedTools(data.config, of.name), turn };
}

/** Keeps the tool from all callers. */
export function TurnOff({ handle, tool }: { readonly handle: string; readonly tool: string }): ReactNode {
  const found = useSwitch(handle);
  const navigate = useNavigate();
  if (found === undefined) return null;
  const { turn } = found;
  // The tool has no page any more: the list has the way back.
  const turnOff = async (): Promise<void> => {
    if (await turn.run(tool, false)) await navigate({ to: '/servers/$handle/tools', params: { handle } });
  };
  return (
    <>
      <Row>
        <Button small busy={turn.busy} onClick={() => void turnOff()}>
          Turn off
        </Button>
        <small>Then no caller sees it; the list of tools turns it on again.</small>
      </Row>
      <TroubleAlert error={turn.error} />
    </>
  );
}

/** Tools that are kept from callers, each with the way back. */
export function TurnedOff({ handle }: { readonly handle: string }): ReactNode {
  const found = useSwitch(handle);
  if (found === undefined || found.off.length === 0) return null;
  const { off, turn } = found;
  return (
    <Card title="Turned off">
      <ul className={styles.off}>
        {off.map((tool) => (
          <li key={tool}>
            <code>{tool}</code>
            <Button kind="quiet" small busy={turn.busy} onClick={() => void turn.run(tool, true)}>
              Turn on
            </Button>
          </li>
        ))}
      </ul>
      <TroubleAlert error={turn.error} />
    </Card>
  );
}
