import { getMember } from '../../people/member.js';
import type { CommandSession } from '../../session.js';
import { relativeTime } from '../../terminal/when.js';

/** Makes a link for a new password; the link alone goes to standard output. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const { id, email } = await getMember(gateway, invocation.arg(0));
  const reset = await gateway.post('/api/cli/members/{user}/reset', {
    path: { user: id },
    body: invocation.flag('factor') ? { factor: true } : {},
  });
  terminal.result({ id, email, ...reset }, () => {
    terminal.done(`Send this link to ${email}. It works once and ends ${relativeTime(reset.expiresAt)}.`);
    terminal.line(reset.url);
  });
}
