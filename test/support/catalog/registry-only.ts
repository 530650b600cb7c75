import { writeFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { closeAfterEach } from '../closing.js';
import { startGateway } from '../gateway.js';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.js';
import { hostilePackages, MetadataService, putHarmless, trapGit } from './hostile-packages.js';
import { ScriptedNpm } from './scripted-npm.js';

/** What every npm must keep to; `folders`: where to find it before all others. */
export function describeRegistryOnly(title: string, folders: readonly string[] = []): void {
  describe(title, () => {
    const open = closeAfterEach();
    const formerPath = process.env['PATH'] ?? '';
    let folder: TemporaryFolder;
    let npm: ScriptedNpm;
    let metadata: MetadataService;
    let gitRan: () => boolean;

    beforeEach(async () => {
      folder = temporaryFolder();
      npm = await open(ScriptedNpm.start());
      metadata = await open(MetadataService.start());
      gitRan = trapGit(folder);
      process.env['PATH'] = [folder.path, ...folders, formerPath].join(delimiter);
    });
    afterEach(() => {
      process.env['PATH'] = formerPath;
      delete process.env['npm_config_userconfig'];
      folder.remove();
    });

    async function call(integrity: string) {
      const hostile = { command: 'npx', args: ['-y', 'hostile@1.0.0'], integrity };
      const env = { NPM_REGISTRY: npm.origin, PACKAGES_DIR: folder.file('packages') };
      const gateway = await open(startGateway({ env, mcpServers: { hostile } }));
      const { status } = await gateway.call('hostile', 'started');
      const server = (await gateway.server('hostile')) as {
        readonly lastError?: { readonly detail: string };
      };
      return { status, why: server.lastError?.detail ?? '' };
    }

    it.each(hostilePackages)(
      '[catalog-registry-only] gets nothing for a package that needs $what',
      async ({ put, mayRun = false }) => {
        const { status, why } = await call(put(npm, metadata.host.origin));
        expect({ asked: metadata.host.asked, gitRan: gitRan() }).toEqual({ asked: [], gitRan: false });
        expect(npm.host.asked).not.toContain('/elsewhere.tgz');
        if (mayRun && status === 200) return;
        expect(status).toBe(503);
        expect(why).toContain('hostile@1.0.0 was not run');
      },
    );

    it('[catalog-registry-only] uses the tokens and the registries of scopes in the settings of npm, and takes no token elsewhere', async () => {
      const scoped = await open(ScriptedNpm.start());
      const tokens: Record<string, (string | undefined)[]> = { own: [], scoped: [] };
      const noting = ({ host }: ScriptedNpm, name: string) => {
        const { script } = host;
        host.script = (url, res, req) => {
          tokens[name]?.push(req.headers.authorization);
          script(url, res, req);
        };
      };
      noting(npm, 'own');
      noting(scoped, 'scoped');
      scoped.put('@scope/inner', '1.0.0');
      const integrity = npm.put('hostile', '1.0.0', { more: { dependencies: { '@scope/inner': '1.0.0' } } });
      writeFileSync(
        folder.file('npmrc'),
        [
          `${npm.origin.slice('http:'.length)}/:_authToken=token-of-the-registry`,
          `@scope:registry=${scoped.origin}`,
          'noproxy=127.0.0.1',
        ].join('\n'),
      );
      process.env['npm_config_userconfig'] = folder.file('npmrc');
      const { status, why } = await call(integrity);
      expect({ status, why }).toEqual({ status: 200, why: '' });
      expect(new Set(tokens['own'])).toEqual(new Set(['Bearer token-of-the-registry']));
      expect(new Set(tokens['scoped'])).toEqual(new Set([undefined]));
    });

    it('[catalog-registry-only] installs what a registry has, and reads no settings of the package', async () => {
      const { status, why } = await call(putHarmless(npm, metadata.host.origin));
      expect({ status, why, asked: metadata.host.asked }).toEqual({ status: 200, why: '', asked: [] });
    });
  });
}
