import type { WorkflowRun } from '../../api/models.ts';

const begunBy: Readonly<Record<WorkflowRun['startedBy']['kind'], string | undefined>> = {
  schedule: 'its schedule',
  webhook: 'a webhook',
  event: 'an event',
  workflow: 'another run',
  key: 'a key of the app',
  user: undefined,
};

/** What began a run, or who. */
export function starterOf(
  { startedBy }: Pick<WorkflowRun, 'startedBy'>,
  nameOf: (caller: { readonly userId?: string | undefined }) => string,
): string {
  return begunBy[startedBy.kind] ?? nameOf({ userId: startedBy.userId });
}
