import type { CommandSession } from '../session.js';
import { meantApp } from '../tools/meant-app.js';

/** Writes a workflow, or a run, as a flowchart that Mermaid draws. */
export async function showPicture(
  session: CommandSession,
  what: { readonly workflow: string } | { readonly run: string },
): Promise<void> {
  const query = { ...meantApp(session), format: 'mermaid' } as const;
  const gateway = session.gateway();
  const mermaid =
    'run' in what
      ? await gateway.getText('/api/sdk/workflows/runs/{run}', { path: what, query })
      : await gateway.getText('/api/sdk/workflows/{workflow}', { path: what, query });
  session.terminal.result({ mermaid }, () => {
    session.terminal.foreign(mermaid);
  });
}
