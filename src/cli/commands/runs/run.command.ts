import { toProblem } from '../../../client/problem.js';
import { exitCodes } from '../../failure.js';
import { reportFailure } from '../../report-failure.js';
import type { CommandSession } from '../../session.js';
import { during } from '../../terminal/progress.js';
import { oneLine, printableText } from '../../terminal/printable.js';
import { readArguments } from '../../tools/arguments.js';
import { appQuery, placeOf } from '../../tools/tool-place.js';
import { stepLine } from '../../workflows/step-line.js';
import { WorkflowApi, type ShownRunState } from '../../workflows/workflow-run.js';

/** Runs a workflow of the app and shows each step as it happens. Ctrl-C cancels the run, not only the view of it. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const place = placeOf(session);
  const query = place.kind === 'app' ? appQuery(place) : {};
  const workflows = new WorkflowApi(session.gateway(), query);
  const workflow = invocation.arg(0);
  const input = await readArguments(session.io, invocation.args[1], invocation.list('arg'), {
    schema: () => workflows.inputSchema(workflow),
    shownBy: `gantry workflows show ${workflow}`,
  });
  if (invocation.flag('detach')) {
    const started = await workflows.start(workflow, input);
    terminal.result(started, () => {
      terminal.line(started.runId);
    });
    return;
  }
  report(session, await follow(session, workflows, workflow, input));
}

async function follow(
  session: CommandSession,
  workflows: WorkflowApi,
  workflow: string,
  input: Parameters<WorkflowApi['follow']>[1],
): Promise<ShownRunState> {
  const { terminal, signal } = session;
  let runId: string | undefined;
  try {
    return await during(terminal, workflow, (progress) =>
      workflows.follow(workflow, input, (event) => {
        if (typeof event.data['runId'] === 'string') ({ runId } = event.data as { runId: string });
        const line = stepLine(event, terminal.talkStyle);
        if (line !== undefined) progress.say(line);
        else if (event.event.startsWith('step.'))
          progress.update(`${workflow}: ${oneLine(printableText(event.data['step']))}`);
      }),
    );
  } catch (error) {
    if (signal.aborted && runId !== undefined) {
      // The session's own requests have ended with the signal.
      const { url, token } = session.connection;
      await new WorkflowApi(session.gatewayAt(url, token?.text, new AbortController().signal), {}).cancel(
        runId,
      );
      terminal.say(`Cancelled the run ${runId}.`);
    }
    throw error;
  }
}

function report(session: CommandSession, state: ShownRunState): void {
  const { terminal, connection } = session;
  if (state.status !== 'completed') session.exitCode = exitCodes.failure;
  if (terminal.json || state.status === 'completed') {
    terminal.result(state, () => {
      terminal.foreign(
        typeof state.output === 'string' ? state.output : JSON.stringify(state.output ?? null, null, 2),
      );
    });
    return;
  }
  if (state.error !== undefined) reportFailure(toProblem(state.error), terminal, connection);
  else terminal.say(`The run was ${state.status}.`);
}
