import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import type { PinnedPackage } from '../declared/pinned-package.js';
import { unlikeHashes } from './file-hashes.js';
import { programOf, requireLocked } from './installed-files.js';
import { NpmCommand } from './npm-command.js';
import { PackageFailure } from './package-failure.js';

/** The last file to be written, with the name of the program. */
const doneFile = 'program';

/** The lock names what is from no registry, and nothing that it names is got. */
const installation = [
  ...['install', '--omit=dev', '--package-lock=true', '--omit-lockfile-registry-resolved=true'],
  '--allow-remote=none',
];

/** Where the program of a package is. */
export interface InstalledPackage {
  /** Everything that it needs is in it. */
  readonly folder: string;
  readonly program: string;
}

/**
 * The programs of packages that are held to their bytes: got from the registry, compared with the hashes of the declaration, installed
 * without running anything, each in a folder of its own that stays.
 */
@Injectable()
export class PinnedPackages implements OnApplicationShutdown {
  private readonly folder: string;
  private readonly underWay = new Map<string, Promise<InstalledPackage>>();

  constructor(
    private readonly npm: NpmCommand,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    const { DATA_DIR, PACKAGES_DIR } = config.values;
    this.folder = resolve(PACKAGES_DIR ?? join(DATA_DIR, 'packages'));
  }

  /** At once when it is installed. All who wait for the same package wait for one installation. Rejects with a `PackageFailure`. */
  get(pinned: PinnedPackage): Promise<InstalledPackage> {
    const { name, version, integrity } = pinned;
    const key = createHash('sha256').update(`${name}@${version} ${integrity}`).digest('hex').slice(0, 32);
    const running = this.underWay.get(key);
    if (running !== undefined) return running;
    const place = join(this.folder, key);
    const found = this.found(place)
      .then((installed) => installed ?? this.install(pinned, place))
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, found);
    return found;
  }

  /** What is half installed is removed. */
  async onApplicationShutdown(): Promise<void> {
    this.npm.stop();
    await Promise.allSettled(this.underWay.values());
  }

  private async found(place: string): Promise<InstalledPackage | undefined> {
    const program = await readFile(join(place, doneFile), 'utf8').catch(() => undefined);
    return program === undefined ? undefined : { folder: place, program: join(place, program) };
  }

  private async install(pinned: PinnedPackage, place: string): Promise<InstalledPackage> {
    const { name, version } = pinned;
    const folder = join(this.folder, `.${randomUUID()}`);
    try {
      await mkdir(folder, { recursive: true });
      // So that npm takes no folder above for its own.
      await writeFile(join(folder, 'package.json'), '{}');
      const file = await this.download(pinned, folder);
      const manifest = { private: true, dependencies: { [name]: `file:./${file}` } };
      await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
      await this.run(installation, folder);
      await requireLocked(folder, pinned);
      await writeFile(join(folder, doneFile), await programOf(folder, pinned));
      // Another process may have been quicker with the very same.
      await rename(folder, place).catch(async (error: unknown) => {
        if ((await this.found(place)) === undefined) throw error;
      });
      this.logger.info('package.installed', { package: name, version });
    } catch (error) {
      const failure = failureOf(error);
      this.logger.warn('package.not-installed', { package: name, version, reason: failure.message });
      throw failure;
    } finally {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
    const installed = await this.found(place);
    if (installed === undefined) throw new PackageFailure('away', 'its folder was removed meanwhile');
    return installed;
  }

  /** The name of its file in `folder`, which is what it was when it was pinned. */
  private async download({ name, version, integrity }: PinnedPackage, folder: string): Promise<string> {
    await this.run(['pack', `${name}@${version}`], folder);
    const [file] = (await readdir(folder)).filter((entry) => entry.endsWith('.tgz'));
    if (file === undefined) throw new PackageFailure('away', 'npm got no file');
    const [unlike] = await unlikeHashes(join(folder, file), integrity);
    if (unlike === undefined) return file;
    throw new PackageFailure(
      'refused',
      `it is not what it was when it was pinned: ${unlike.wanted} is its integrity, and what its registry gives has ${unlike.found}`,
    );
  }

  private run(args: readonly string[], folder: string): Promise<string> {
    const cache = join(this.folder, '.npm');
    return this.npm.run(args, { folder, cache, timeoutMs: this.config.values.PACKAGE_TIMEOUT_MS });
  }
}

function failureOf(error: unknown): PackageFailure {
  if (error instanceof PackageFailure) return error;
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return new PackageFailure('away', `it cannot be installed (${code})`, error);
}
