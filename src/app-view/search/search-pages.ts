import type { Principal, Scope } from '../../kernel/principal.js';

/** A page of the console that can be found. */
export interface FoundPage {
  readonly title: string;
  readonly path: string;
  /** What people may call it. */
  readonly also: string;
  readonly scope?: Scope;
}

const pages: readonly FoundPage[] = [
  { title: 'Servers', path: '/servers', also: 'tools mcp upstream', scope: 'tools:read' },
  { title: 'Add server', path: '/servers/new', also: 'new publish', scope: 'operator' },
  { title: 'Apps', path: '/apps', also: 'config keys secrets', scope: 'apps:read' },
  { title: 'New app', path: '/apps/new', also: 'create', scope: 'apps:write' },
  {
    title: 'Connect a client',
    path: '/connect',
    also: 'claude chatgpt cursor vs code codex gemini inspector sdk',
  },
  { title: 'Calls', path: '/calls', also: 'log history errors', scope: 'tools:read' },
  { title: 'Approvals', path: '/approvals', also: 'waiting approve deny', scope: 'tools:call' },
  { title: 'Workflows', path: '/workflows', also: 'runs', scope: 'tools:read' },
  { title: 'Chat', path: '/chat', also: 'model', scope: 'tools:call' },
  { title: 'People', path: '/people', also: 'members invite roles', scope: 'account' },
  { title: 'Programs', path: '/people/programs', also: 'oauth grants connected' },
  { title: 'Audit log', path: '/people/audit', also: 'events history', scope: 'account' },
  { title: 'Settings', path: '/settings', also: 'variables environment configuration', scope: 'operator' },
  { title: 'Doctor', path: '/doctor', also: 'health findings wrong', scope: 'operator' },
];

/** The pages that somebody may use: keys of apps have none. */
export function pagesOf(principal: Principal): readonly FoundPage[] {
  if (principal.kind === 'app') return [];
  return pages.filter(({ scope }) => scope === undefined || principal.scopes.has(scope));
}
