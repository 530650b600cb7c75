import { allPages } from '../../client/pages.js';
import type { Success } from '../http/operation-types.js';
import type { CommandSession } from '../session.js';
import { meantApp } from '../tools/meant-app.js';

export type ListedWorkflow = Success<'get', '/api/sdk/workflows'>['workflows'][number];

/** The workflows of the app that is meant. */
export function listWorkflows(session: CommandSession): Promise<ListedWorkflow[]> {
  const gateway = session.gateway();
  const app = meantApp(session);
  return allPages(
    (query) => gateway.get('/api/sdk/workflows', { query: { ...app, ...query } }),
    (page) => page.workflows,
  );
}
