import { usageFailure } from '../../failure.js';
import { configDifferences } from '../../project/config-diff.js';
import { meaningOf } from '../../project/config-file.js';
import { RemoteConfig } from '../../project/remote-config.js';
import { changeLines } from '../../project/show-changes.js';
import type { CommandSession } from '../../session.js';

/** What the config file says otherwise than the gateway has it. Nothing is changed, neither here nor there. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const { link, file } = session.getProject();
  const current = await new RemoteConfig(session.gateway(), link.app).get(
    versionOf(invocation.text('configVersion')),
  );
  const changes = configDifferences(meaningOf(current.config), await file.read());
  const { version } = current;
  terminal.result({ app: link.app, file: link.file, version, changes }, () => {
    for (const line of changeLines(changes, terminal.style)) terminal.line(line);
    if (changes.length === 0)
      terminal.done(`${file.shownPath} says the same as version ${String(version)} of ${link.app}.`);
  });
}

function versionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const version = Number(text);
  if (Number.isSafeInteger(version) && version > 0) return version;
  throw usageFailure(`A version is a whole number: ${text}`, 'gantry versions lists them.');
}
