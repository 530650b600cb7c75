import { meaningOf } from '../../project/config-file.js';
import { configDifferences } from '../../project/config-diff.js';
import { RemoteConfig } from '../../project/remote-config.js';
import { changeLines } from '../../project/show-changes.js';
import type { CommandSession } from '../../session.js';
import { writeFacts } from '../../terminal/facts.js';

/** Three states side by side: the file, the version that it was made from, and the gateway. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal } = session;
  const { link, file } = session.getProject();
  const current = await new RemoteConfig(session.gateway(), link.app).get();
  const { base = current } = link;
  const local = configDifferences(meaningOf(base.config), await file.read());
  const remote = configDifferences(meaningOf(base.config), meaningOf(current.config));
  const result = {
    ...{ app: link.app, url: link.url, file: link.file },
    base: { version: base.version },
    gateway: { version: current.version },
    ...{ local, remote },
  };
  terminal.result(result, () => {
    writeFacts(terminal, {
      app: `${link.app} on ${link.url}`,
      file: `${file.shownPath}, made from version ${String(base.version)}`,
      gateway: `version ${String(current.version)}`,
    });
    if (local.length > 0) terminal.line(terminal.style.bold('\nChanged here, not pushed'));
    for (const line of changeLines(local, terminal.style)) terminal.line(`  ${line}`);
    if (remote.length > 0) terminal.line(terminal.style.bold('\nChanged on the gateway, not pulled'));
    for (const line of changeLines(remote, terminal.style)) terminal.line(`  ${line}`);
    if (local.length + remote.length === 0) terminal.done('Both sides say the same.');
  });
}
