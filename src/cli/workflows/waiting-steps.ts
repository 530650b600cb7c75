import { allPages } from '../../client/pages.js';
import type { components } from '../../client/openapi-types.js';
import type { CommandSession } from '../session.js';
import { meantApp } from '../tools/meant-app.js';

type Schemas = components['schemas'];
type ApprovalFor = Schemas['RunStep']['approvalFor'];

/** A step of a run that listens for an approval. */
export interface WaitingStep extends Pick<
  Schemas['WorkflowRunWithSteps'],
  'runId' | 'workflow' | 'createdAt'
> {
  readonly step: string;
  /** What an approval names that answers it. */
  readonly approvalId: string | undefined;
  readonly approvalFor: ApprovalFor | undefined;
  readonly input: unknown;
}

/** Runs that can wait for somebody: of one that is running, a branch may. */
const open = ['waiting', 'running'] as const;

/** Steps of runs of the app that listen for an approval; none where no app is meant. */
export async function waitingSteps(session: CommandSession): Promise<WaitingStep[]> {
  const gateway = session.gateway();
  if (!meansApp(session)) return [];
  const app = meantApp(session);
  const lists = await Promise.all(
    open.map((status) =>
      allPages(
        (query) => gateway.get('/api/sdk/workflows/runs', { query: { ...app, ...query, status } }),
        (page) => page.runs,
      ),
    ),
  );
  // A run may have moved from one list to the other meanwhile.
  const ids = new Set(lists.flat().map(({ runId }) => runId));
  return waitingStepsOf(session, [...ids]);
}

/** Those of these runs. */
export async function waitingStepsOf(
  session: CommandSession,
  ids: readonly string[],
): Promise<WaitingStep[]> {
  const gateway = session.gateway();
  const query = meantApp(session);
  const runs = await Promise.all(
    ids.map((run) => gateway.get('/api/sdk/workflows/runs/{run}', { path: { run }, query })),
  );
  return runs.flatMap(({ runId, workflow, input, createdAt, steps }) =>
    steps
      .filter(
        ({ status, waitsFor = '' }) => status === 'waiting' && waitsFor.split(/[\s,]+/).includes('approval'),
      )
      .map(({ name, ...step }) => ({
        ...{ runId, workflow, step: name, input, createdAt },
        ...{ approvalId: step.approvalId, approvalFor: step.approvalFor },
      })),
  );
}

function meansApp(session: CommandSession): boolean {
  return session.findApp() !== undefined || session.connection.token?.text.startsWith('gta_') === true;
}
