import type { ReactNode } from 'react';
import { curl, gantry, quoted } from '../../api/shell.ts';
import type { Server } from '../../api/models.ts';
import { Failed, NotFound } from '../../frame/lost.tsx';
import { Page } from '../../frame/page.tsx';
import { usePath } from '../../frame/use-path.ts';
import type { PageCommand } from '../../frame/command-region.tsx';
import { Row } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { stateOf, stateTones } from '../servers/server-state.ts';
import { ServerTrouble } from '../servers/server-trouble.tsx';
import { useServer } from '../servers/use-servers.ts';
import { ListFaults } from './list-faults.tsx';
import { LogSection } from './log-section.tsx';
import { PromptsSection } from './prompts-section.tsx';
import { ResourcesSection } from './resources-section.tsx';
import { ServerTabs } from './server-tabs.tsx';
import { SettingsSection } from './settings-section.tsx';
import { ToolsSection } from './tools-section.tsx';

interface Section {
  readonly view: (props: { readonly server: Server }) => ReactNode;
  readonly command: (handle: string) => PageCommand;
}

const api = (handle: string): string => `/api/servers/${quoted(handle)}/mcp`;

const sections: Readonly<Record<string, Section>> = {
  tools: {
    view: ToolsSection,
    command: (handle) => ({
      gantry: gantry('tools', '--server', handle),
      curl: curl(`${api(handle)}/tools`),
    }),
  },
  resources: {
    view: ResourcesSection,
    command: (handle) => ({
      gantry: gantry('resources', '--server', handle),
      curl: curl(`${api(handle)}/resources`),
    }),
  },
  prompts: {
    view: PromptsSection,
    command: (handle) => ({
      gantry: gantry('prompts', '--server', handle),
      curl: curl(`${api(handle)}/prompts`),
    }),
  },
  log: {
    view: LogSection,
    command: (handle) => ({
      gantry: gantry('calls', '--server', handle),
      curl: curl(`/api/calls?server=${encodeURIComponent(handle)}`),
    }),
  },
  settings: {
    view: SettingsSection,
    command: () => ({ gantry: gantry('servers'), curl: curl('/api/servers') }),
  },
};

/** A server: how it is, and one of its sections. */
export function ServerPage(): ReactNode {
  const { handle = '', section: name = '' } = usePath();
  const { data: server, isPending, error } = useServer(handle);
  const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
  if (error !== null && server === undefined)
    return <Failed error={error} title={handle} what={`server "${handle}"`} />;
  if (section === undefined) return <NotFound />;
  if (!isPending && server === undefined) return <NotFound what={`server "${handle}"`} />;
  const View = section.view;
  return (
    <Page
      title={handle}
      lead={server !== undefined && <Lead server={server} />}
      busy={isPending}
      tabs={<ServerTabs handle={handle} toolCount={server?.toolCount} />}
      command={section.command(handle)}
    >
      {server !== undefined && (
        <>
          <ServerTrouble server={server} />
          <ListFaults server={server} />
          <View server={server} />
        </>
      )}
    </Page>
  );
}

function Lead({ server }: { readonly server: Server }): ReactNode {
  const state = stateOf(server);
  return (
    <Row>
      <StateWord tone={stateTones[state]}>{state}</StateWord>
      {server.description !== undefined && <span>{server.description}</span>}
    </Row>
  );
}
