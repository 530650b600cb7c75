import { usageFailure } from '../../failure.js';
import { RemoteConfig } from '../../project/remote-config.js';
import { changeLines } from '../../project/show-changes.js';
import type { CommandSession } from '../../session.js';

/** Shows what an older version would undo, asks, and makes it the newest one. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, prompt } = session;
  const version = Number(invocation.arg(0));
  if (!Number.isSafeInteger(version) || version < 1)
    throw usageFailure(`A version is a whole number: ${invocation.arg(0)}`, 'gantry versions lists them.');
  const app = session.getApp();
  const remote = new RemoteConfig(session.gateway(), app);
  const base = await remote.get();
  const message = invocation.text('message');
  const allowLiterals = invocation.flag('forceLiterals');
  if (!invocation.flag('yes')) {
    const preview = await remote.rollBack(version, { base, dryRun: true, allowLiterals, message });
    for (const line of changeLines(preview.changes, terminal.talkStyle)) terminal.say(line);
    if (
      !(await prompt.confirm(
        `Roll ${app} back to version ${String(version)}?`,
        'Say --yes to do it without being asked.',
      ))
    ) {
      terminal.say('Nothing was changed.');
      return;
    }
  }
  const done = await remote.rollBack(version, { base, dryRun: false, allowLiterals, message });
  const { changes, warnings, etag } = done;
  terminal.result({ app, version: done.version, etag, restoredFrom: version, changes, warnings }, () => {
    terminal.done(
      changes.length === 0
        ? `${app} says the same as version ${String(version)} already.`
        : `Version ${String(done.version)} of ${app} says what version ${String(version)} said.`,
    );
    if (session.findLinked(app) !== undefined) terminal.say('Bring the file to it with: gantry pull');
  });
}
