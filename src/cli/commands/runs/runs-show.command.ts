import type { components } from '../../../client/openapi-types.js';
import type { CommandSession } from '../../session.js';
import { writeFacts } from '../../terminal/facts.js';
import { printableText } from '../../terminal/printable.js';
import { tableTime } from '../../terminal/when.js';
import { showPicture } from '../../workflows/show-picture.js';
import { meantApp } from '../../tools/meant-app.js';

type RunWithSteps = components['schemas']['WorkflowRunWithSteps'];

/** One run with its steps. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  if (invocation.flag('mermaid')) {
    await showPicture(session, { run: invocation.arg(0) });
    return;
  }
  const found = await session
    .gateway()
    .get('/api/sdk/workflows/runs/{run}', { path: { run: invocation.arg(0) }, query: meantApp(session) });
  terminal.result(found, () => {
    const { runId, workflow, version, status, createdAt, endedAt, input, output, error, attempt, parent } =
      found;
    writeFacts(terminal, {
      run: runId,
      workflow: `${workflow} ${version}`,
      status: attempt > 1 ? `${status}, attempt ${String(attempt)}` : status,
      parent: parent === undefined ? undefined : `${parent.runId}, step ${parent.step}`,
      started: tableTime(terminal, createdAt),
      ended: endedAt === undefined ? undefined : tableTime(terminal, endedAt),
      input: printableText(input),
      output: output === undefined ? undefined : printableText(output),
      problem: error === undefined ? undefined : `${error.code}: ${error.detail ?? error.title}`,
    });
    terminal.line();
    terminal.table(
      [
        { heading: 'STEP', text: ({ name }) => name },
        { heading: 'KIND', text: ({ kind, tool }) => tool ?? kind },
        { heading: 'STATUS', text: (step) => step.status },
        {
          heading: 'NOTE',
          text: ({ status: state, waitsFor, approvalFor, error: fault, run: child }) =>
            child !== undefined
              ? `${fault?.title ?? 'run'} ${child}`
              : waitsFor === undefined || state !== 'waiting'
                ? (fault?.title ?? '')
                : `waits for ${waitsFor}${approvalFor === undefined ? '' : ` of ${approvalFor.tool}`}`,
        },
      ],
      found.steps,
      'No step has begun.',
    );
    const command = goesOnBy(found);
    if (status === 'waiting' && command !== undefined) terminal.say(`Let it go on with: gantry ${command}`);
  });
}

/** What lets a run go on that waits for somebody; nothing does where it waits for time, or for another run. */
function goesOnBy({ runId, steps }: RunWithSteps): string | undefined {
  const waiting = steps.filter(({ status }) => status === 'waiting');
  const types = waiting.flatMap(({ waitsFor }) => waitsFor?.split(', ') ?? []);
  if (types.includes('approval')) return `runs approve ${runId}`;
  const inInbox = waiting.find(({ approvalFor }) => approvalFor?.approval !== undefined);
  if (inInbox !== undefined) return `approvals approve ${inInbox.approvalFor?.approval?.id ?? ''}`;
  const signal = types.find((type) => type !== 'time' && type !== 'workflow');
  return signal === undefined ? undefined : `runs signal ${runId} ${signal}`;
}
