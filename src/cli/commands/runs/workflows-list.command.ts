import type { CommandSession } from '../../session.js';
import { listWorkflows } from '../../workflows/workflow-list.js';

/** The workflows of an app. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const workflows = await listWorkflows(session);
  terminal.result({ workflows }, () => {
    terminal.table(
      [
        { heading: 'WORKFLOW', text: ({ name }) => name },
        { heading: 'VERSION', text: ({ version }) => version },
        { heading: 'TOOLS', text: ({ tools }) => tools.join(' ') },
        { heading: 'WHAT IT DOES', text: ({ title, summary }) => title ?? summary ?? '' },
      ],
      workflows,
      'There are no workflows. They stand in the config of the app, under workflows.',
    );
  });
}
