import { visibleJson } from '../../../kernel/text/visible-text.js';
import type { CommandSession } from '../../session.js';
import { writeFacts } from '../../terminal/facts.js';
import { tableTime } from '../../terminal/when.js';
import { callerText } from '../../workflows/caller-text.js';
import { run as showRun } from './runs-show.command.js';

/** A call that waits for an approval, with all of its arguments; or a run that listens for one. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const id = invocation.arg(0);
  if (id.startsWith('run_')) return showRun(session);
  const found = await session.gateway().get('/api/approvals/{id}', { path: { id } });
  terminal.result(found, () => {
    const { status, tool, server, caller, reason, note, decidedBy, runId, url, expiresAt } = found;
    writeFacts(terminal, {
      ...{ approval: id, status, tool: `${tool}@${server}`, 'asked by': callerText(caller), run: runId },
      ...{ reason: reason ?? undefined, ends: tableTime(terminal, expiresAt) },
      'decided by': decidedBy === null ? undefined : callerText(decidedBy),
      ...{ note: note ?? undefined, page: url },
    });
    terminal.line();
    terminal.foreign(visibleJson(found.arguments));
    if (status === 'waiting') terminal.say(`Let it go on with: gantry approvals approve ${id}`);
  });
}
