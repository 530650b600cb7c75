import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import type { TemporaryFolder } from '../temporary-folder.js';
import { ScriptedHost } from './scripted-host.js';
import { integrityOf, tarballOf } from './tarball.js';
import type { ScriptedNpm } from './scripted-npm.js';

const version = '1.0.0';
/** A hash of a file that no server has. */
const someIntegrity = integrityOf(Buffer.from('nothing'));

/** A host that stands for the metadata service of a cloud: whatever it is asked for has a tarball. */
export class MetadataService {
  private constructor(readonly host: ScriptedHost) {}

  static async start(): Promise<MetadataService> {
    const bytes = tarballOf('taken', version);
    return new MetadataService(await ScriptedHost.start((_url, res) => res.writeHead(200).end(bytes)));
  }

  close(): Promise<void> {
    return this.host.close();
  }
}

/** Puts a `git` into a folder that notes that it ran; how to find out. */
export function trapGit(folder: TemporaryFolder): () => boolean {
  const ran = folder.file('git-ran');
  writeFileSync(folder.file('git'), `#!/bin/sh\ntouch '${ran}'\nexit 1\n`);
  chmodSync(folder.file('git'), 0o755);
  return () => existsSync(ran);
}

interface HostilePackage {
  readonly what: string;
  /** Puts the package `hostile` into a registry; its integrity. */
  readonly put: (npm: ScriptedNpm, metadata: string) => string;
  /** npm may install it without what it needs. */
  readonly mayRun?: boolean;
}

/** Packages that make npm get something that is in no registry, by every way that npm has. */
export const hostilePackages: readonly HostilePackage[] = [
  needs('a tarball of another host', (metadata) => `${metadata}/latest/meta-data.tgz`),
  {
    ...needs(
      'a tarball of another host that is optional',
      (metadata) => `${metadata}/a.tgz`,
      'optionalDependencies',
    ),
    mayRun: true,
  },
  needs('a tarball of another host as a peer', (metadata) => `${metadata}/a.tgz`, 'peerDependencies'),
  needs("a tarball of the registry's host", (_, registry) => `${registry}/elsewhere.tgz`),
  needs('an https address', (metadata) => metadata.replace('http:', 'https:').concat('/a.tgz')),
  needs('a repository of git over http', (metadata) => `git+${metadata}/a.git`),
  needs('a repository of git by ssh', () => 'git+ssh://git@127.0.0.1/a.git'),
  needs('a repository of git in a folder', () => 'git+file:///var/empty'),
  needs('a repository at GitHub', () => 'github:nobody/nothing'),
  needs('a folder of the machine', () => 'file:/etc'),
  needs('a folder above', () => 'file:../../..'),
  needs('a link', () => 'link:/etc'),
  needs('a file of the machine', () => 'file:/etc/hosts.tgz'),
  {
    what: 'a package that needs a tarball of another host',
    put: (npm, metadata) => {
      npm.put('middle', version, { more: { dependencies: { taken: `${metadata}/a.tgz` } } });
      return npm.put('hostile', version, { more: { dependencies: { other: 'npm:middle@^1' } } });
    },
  },
  {
    what: 'a package whose file is at another host',
    put: (npm, metadata) => {
      npm.put('middle', version, { told: { tarball: `${metadata}/a.tgz` } });
      return npm.put('hostile', version, { more: { dependencies: { middle: version } } });
    },
  },
  {
    what: 'a package that says that it was resolved elsewhere',
    put: (npm, metadata) => {
      const address = `${metadata}/a.tgz`;
      const more = { _resolved: address, _from: address, _integrity: someIntegrity };
      npm.put('middle', version, { more, told: { tarball: address } });
      return npm.put('hostile', version, { more: { dependencies: { middle: version } } });
    },
  },
  {
    what: 'a package whose file the registry has elsewhere (redirect)',
    put: (npm, metadata) => {
      const integrity = npm.put('hostile', version, { more: { dependencies: { middle: version } } });
      npm.put('middle', version, { told: { tarball: `${npm.origin}/redirected/a.tgz` } });
      const { script } = npm.host;
      npm.host.script = (url, res, req) => {
        if (url.pathname.startsWith('/redirected/'))
          res.writeHead(302, { location: `${metadata}${url.pathname}` }).end();
        else script(url, res, req);
      };
      return integrity;
    },
  },
  {
    what: 'a bundled package that needs a tarball of another host',
    put: (npm, metadata) =>
      npm.put('hostile', version, {
        more: { dependencies: { bundled: '*' }, bundleDependencies: ['bundled'] },
        files: {
          'node_modules/bundled/package.json': JSON.stringify({
            ...{ name: 'bundled', version },
            dependencies: { taken: `${metadata}/a.tgz` },
          }),
        },
      }),
  },
  {
    what: 'a lock of its own (npm-shrinkwrap.json)',
    put: (npm, metadata) =>
      npm.put('hostile', version, {
        more: { dependencies: { middle: version }, _hasShrinkwrap: true },
        files: { 'npm-shrinkwrap.json': lockTo(`${metadata}/a.tgz`) },
      }),
  },
  {
    what: 'a package with a lock of its own',
    put: (npm, metadata) => {
      npm.put('locked', version, {
        more: { dependencies: { middle: version }, _hasShrinkwrap: true },
        files: { 'npm-shrinkwrap.json': lockTo(`${metadata}/a.tgz`) },
      });
      return npm.put('hostile', version, { more: { dependencies: { locked: version } } });
    },
  },
];

/** A package with settings for npm that are only for its own folder. Nothing is wrong with all else about it. */
export function putHarmless(npm: ScriptedNpm, metadata: string): string {
  npm.put('middle', version);
  npm.put('@scope/inner', version, { more: { dependencies: { aliased: 'npm:middle@^1.0.0' } } });
  return npm.put('hostile', version, {
    more: {
      dependencies: { '@scope/inner': '^1.0.0', middle: 'latest' },
      optionalDependencies: { missing: '1.x' },
      overrides: { middle: `${metadata}/a.tgz` },
      workspaces: ['./inner'],
      publishConfig: { registry: metadata },
    },
    files: { '.npmrc': `registry=${metadata}\n@scope:registry=${metadata}\nnoproxy=127.0.0.1\n` },
  });
}

function needs(
  what: string,
  address: (metadata: string, registry: string) => string,
  kind = 'dependencies',
): HostilePackage {
  return {
    what,
    put: (npm, metadata) =>
      npm.put('hostile', version, { more: { [kind]: { taken: address(metadata, npm.origin) } } }),
  };
}

function lockTo(address: string): string {
  const middle = { version, resolved: address, integrity: someIntegrity, bundleDependencies: ['more'] };
  return JSON.stringify({
    ...{ name: 'locked', version, lockfileVersion: 3, requires: true },
    packages: {
      '': { name: 'locked', version, dependencies: { middle: version } },
      'node_modules/middle': middle,
    },
  });
}
