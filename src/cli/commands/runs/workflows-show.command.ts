import { nearestOf } from '../../../kernel/text/nearest.js';
import { CliFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { writeFacts } from '../../terminal/facts.js';
import { writeArguments } from '../../tools/argument-table.js';
import { showPicture } from '../../workflows/show-picture.js';
import { listWorkflows } from '../../workflows/workflow-list.js';

/** The input and the tools of one workflow. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const wanted = invocation.arg(0);
  if (invocation.flag('mermaid')) {
    await showPicture(session, { workflow: wanted });
    return;
  }
  const workflows = await listWorkflows(session);
  const names = workflows.map(({ name }) => name);
  const found = workflows.find(({ name }) => name === wanted);
  if (found === undefined) {
    const nearest = nearestOf(wanted, names);
    throw new CliFailure(`The app has no workflow ${wanted}.`, {
      code: 'workflow-not-found',
      advice: [
        ...(nearest === undefined ? [] : [`Did you mean ${nearest}?`]),
        'gantry workflows lists them.',
      ],
    });
  }
  terminal.result(found, () => {
    const { name, version, title, summary, tools, inputSchema } = found;
    writeFacts(terminal, {
      workflow: `${name} ${version}`,
      title,
      summary,
      tools: tools.length === 0 ? undefined : tools.join(', '),
    });
    terminal.line();
    writeArguments(terminal, inputSchema, 'It says nothing about its input.');
  });
}
