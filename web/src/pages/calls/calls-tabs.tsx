import type { ReactNode } from 'react';
import { Tabs } from '../../parts/tabs.tsx';

/** Each call, and all of them summed up. */
export function CallsTabs(): ReactNode {
  return (
    <Tabs
      label="Sections"
      tabs={[
        { name: 'Calls', to: '/calls', isExact: true },
        { name: 'Usage', to: '/calls/usage' },
      ]}
    />
  );
}
