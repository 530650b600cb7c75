import type { ReactNode } from 'react';
import type { App } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import type { PageCommand } from '../../frame/command-region.tsx';
import { Failed, NotFound } from '../../frame/lost.tsx';
import { Page } from '../../frame/page.tsx';
import { usePath } from '../../frame/use-path.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { Bones } from '../../parts/layout.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { ConfigSection } from './config-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { SecretsSection } from './secrets-section.tsx';
import { useApp } from './use-apps.ts';
import { VersionsSection } from './versions-section.tsx';

interface Section {
  readonly title: string;
  readonly view: (props: { readonly app: App }) => ReactNode;
  readonly command: (app: string) => PageCommand;
}

const sections: Readonly<Record<string, Section>> = {
  config: {
    title: 'Config',
    view: ConfigSection,
    command: (app) => ({ gantry: gantry('pull', '--app', app), curl: curl(`/api/cli/apps/${app}/config`) }),
  },
  secrets: {
    title: 'Secrets',
    view: SecretsSection,
    command: (app) => ({
      gantry: gantry('secrets', 'list', '--app', app),
      curl: curl(`/api/cli/apps/${app}/secrets`),
    }),
  },
  keys: {
    title: 'Keys',
    view: KeysSection,
    command: (app) => ({
      gantry: gantry('keys', 'create', 'my-program', '--app', app),
      curl: curl(`/api/cli/apps/${app}/keys`, { body: { name: 'my-program' } }),
    }),
  },
  versions: {
    title: 'Versions',
    view: VersionsSection,
    command: (app) => ({
      gantry: gantry('versions', '--app', app),
      curl: curl(`/api/cli/apps/${app}/config/versions`),
    }),
  },
};

/** One app: one of its sections. */
export function AppPage(): ReactNode {
  const { app: slug = '', section: name = '' } = usePath();
  const { data: app, error } = useApp(slug);
  const section = Object.hasOwn(sections, name) ? sections[name] : undefined;
  if (error !== null) return <Failed error={error} title={slug} what={`app "${slug}"`} />;
  if (section === undefined) return <NotFound />;
  const View = section.view;
  const at = `/apps/${encodeURIComponent(slug)}`;
  return (
    <Page
      title={app?.name ?? slug}
      lead={app !== undefined && (app.description === '' ? <code>{app.slug}</code> : app.description)}
      busy={app === undefined}
      actions={
        <ButtonLink to="/connect" search={{ to: `app:${slug}` }}>
          Connect a client
        </ButtonLink>
      }
      tabs={
        <Tabs
          label="Sections"
          tabs={Object.entries(sections).map(([path, { title }]) => ({ name: title, to: `${at}/${path}` }))}
        />
      }
      command={section.command(slug)}
    >
      {app === undefined ? <Bones /> : <View key={app.id} app={app} />}
    </Page>
  );
}
