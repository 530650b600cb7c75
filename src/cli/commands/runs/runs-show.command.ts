import type { CommandSession } from '../../session.js';
import { writeFacts } from '../../terminal/facts.js';
import { printableText } from '../../terminal/printable.js';
import { tableTime } from '../../terminal/when.js';
import { showPicture } from '../../workflows/show-picture.js';
import { meantApp } from '../../tools/meant-app.js';

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
          text: ({ waitsFor, approvalFor, error: fault, run: child }) =>
            child !== undefined
              ? `${fault?.title ?? 'run'} ${child}`
              : waitsFor === undefined
                ? (fault?.title ?? '')
                : `waits for ${waitsFor}${approvalFor === undefined ? '' : ` of ${approvalFor.tool}`}`,
        },
      ],
      found.steps,
      'No step has begun.',
    );
    if (status === 'waiting') terminal.say(`Let it go on with: gantry runs approve ${runId}`);
  });
}
