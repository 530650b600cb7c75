import { chmodSync } from 'node:fs';
import { ScriptedNpm } from '../../../support/catalog/scripted-npm.js';
import { closeAfterEach } from '../../../support/closing.js';
import { startGateway } from '../../../support/gateway.js';
import { needBubblewrap } from '../../../support/needs.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const open = closeAfterEach();
beforeAll(needBubblewrap);

describe('A package that is held to its bytes, in a sandbox', () => {
  it('[catalog-pinned] runs from its folder there, or is told why it cannot', async () => {
    const npm = await open(ScriptedNpm.start());
    const integrity = npm.put('walled', '1.0.0');
    const folder = temporaryFolder();
    await open({
      close: () => {
        folder.remove();
        return Promise.resolve();
      },
    });
    chmodSync(folder.path, 0o755);
    const walled = { command: 'npx', args: ['-y', 'walled@1.0.0'], integrity, run: { sandbox: 'bwrap' } };
    const env = { NPM_REGISTRY: npm.origin };
    const gateway = await open(
      startGateway({ env: { ...env, PACKAGES_DIR: folder.path }, mcpServers: { walled } }),
    );
    const { text } = await gateway.call('walled', 'started');
    expect(text).toContain('\\"HOME\\":\\"/tmp\\"');
    // Another user, as the root user's sandboxes have, does not read DATA_DIR.
    const other = { ...walled, run: { as: { uid: 65_534, gid: 65_534 } } };
    const closed = await open(startGateway({ env, mcpServers: { walled: other } }));
    expect((await closed.call('walled', 'started')).status).toBe(503);
    const { lastError } = (await closed.server('walled')) as {
      readonly lastError: { readonly detail: string };
    };
    expect(lastError.detail).toMatch(/PACKAGES_DIR|another user/);
  });
});
