import { workflowsHandle } from '../../apps/clearance/server-grant.js';
import type { AppState } from '../../apps/document/app.js';
import { exposedName } from '../../apps/document/exposed-name.js';
import { ToolPolicy } from '../../upstreams/declared/tool-policy.js';
import type { GatedServer } from '../../upstreams/tools/gate/call-hook.js';

/** Stands where tools have the name of their server. */
export const workflowServer = 'workflow';

const openPolicy = new ToolPolicy({});

/** The workflows of an app as the gate knows a server. */
export function workflowsOf({ app, config }: AppState): GatedServer {
  return {
    ...{ id: `${app.id} ${workflowServer}`, handle: `${app.slug}.${workflowServer}`, label: '(workflows)' },
    ...{ trust: 'tenant', credentials: [], policy: openPolicy, definition: { name: workflowServer } },
    grantedAs: workflowsHandle,
    app: {
      ...{ id: app.id, slug: app.slug, policies: config.policies ?? {} },
      authorId: app.config.authorId,
    },
  };
}

/** The name of a workflow among the tools of its app. */
export function workflowTool(workflow: string): string {
  return exposedName(workflowServer, workflow);
}
