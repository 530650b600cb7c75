import { runChecks } from '../../doctor/checks.js';
import { exitCodes } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { printable } from '../../terminal/printable.js';

/** Looks at everything that has to be right, in the order in which one thing needs the other. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const { style } = terminal;
  const signs = { ok: style.green('✓'), warning: style.yellow('!'), failed: style.red('✗') };
  const checks = await runChecks(session, ({ name, status, detail, advice }) => {
    if (terminal.json) return;
    terminal.line(`${signs[status]} ${style.bold(name.padEnd(8))} ${printable(detail)}`);
    if (advice !== undefined) terminal.line(style.dim(`           → ${advice}`));
  });
  const failed = checks.filter(({ status }) => status === 'failed');
  const ok = failed.length === 0;
  terminal.result({ ok, checks }, () => undefined);
  if (!ok)
    session.exitCode = failed.every(({ name }) => name === 'login')
      ? exitCodes.notLoggedIn
      : exitCodes.failure;
}
