import type { ReactNode } from 'react';
import { Tabs } from '../../parts/tabs.tsx';

/** The sections of a server. */
export function ServerTabs({
  handle,
  toolCount,
}: {
  readonly handle: string;
  readonly toolCount?: number | undefined;
}): ReactNode {
  const at = `/servers/${encodeURIComponent(handle)}`;
  return (
    <Tabs
      label="Sections"
      tabs={[
        { name: 'Tools', to: `${at}/tools`, count: toolCount },
        { name: 'Resources', to: `${at}/resources` },
        { name: 'Prompts', to: `${at}/prompts` },
        { name: 'Log', to: `${at}/log` },
        { name: 'Settings', to: `${at}/settings` },
      ]}
    />
  );
}
