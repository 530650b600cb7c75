import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { Keyring } from '../../platform/security/keyring.js';
import type { PinnedPackage } from '../declared/pinned-package.js';
import { abandonedMs, passingName, removeAbandoned } from './abandoned-folders.js';
import { unlikeHashes } from './file-hashes.js';
import { differingPath, folderEntries } from './folder-entries.js';
import { requireRoom, withinRoom } from './folder-room.js';
import { programOf, requireLocked } from './installed-files.js';
import { NpmCommand } from './npm-command.js';
import { PackageFailure } from './package-failure.js';
import { PackageRecords } from './package-records.js';

/** What is in the folder of a package: its files, a record of them beside that, and while it is installed what npm keeps. */
const filesFolder = 'files';
const cacheFolder = 'npm';

/** The lock names what is from no registry. */
const installation = [
  ...['install', '--omit=dev', '--package-lock=true', '--omit-lockfile-registry-resolved=true'],
  '--allow-remote=none',
];
/** Others may take the place of a package, or away what is there, at the same time. */
const maxAttempts = 4;

/** Where the program of a package is. */
export interface InstalledPackage {
  /** Everything that it needs is in it. */
  readonly folder: string;
  readonly program: string;
}

/**
 * The programs of packages that are held to their bytes: got from the registry, compared with the hashes of the declaration, installed
 * without running anything, each in a folder of its own that stays. What is not as it was installed is never given out: it is got again.
 */
@Injectable()
export class PinnedPackages implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly folder: string;
  private readonly records: PackageRecords;
  private readonly underWay = new Map<string, Promise<InstalledPackage>>();
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    private readonly npm: NpmCommand,
    private readonly keyring: Keyring,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {
    const { DATA_DIR, PACKAGES_DIR } = config.values;
    this.folder = resolve(PACKAGES_DIR ?? join(DATA_DIR, 'packages'));
    this.records = new PackageRecords(keyring);
  }

  /** At once when it is installed. All who wait for the same package wait for one installation. Rejects with a `PackageFailure`. */
  get(pinned: PinnedPackage): Promise<InstalledPackage> {
    const { name, version, integrity } = pinned;
    // Installations that share the folder do not take the records of each other for their own.
    const digest = this.keyring.digest('package', `${name}@${version} ${integrity}`);
    const place = join(this.folder, digest.replace('.', '-'));
    const running = this.underWay.get(place);
    if (running !== undefined) return running;
    const found = this.find(pinned, place)
      .then((installed) => installed ?? this.install(pinned, place))
      .finally(() => this.underWay.delete(place));
    this.underWay.set(place, found);
    return found;
  }

  onApplicationBootstrap(): void {
    void this.sweep();
  }

  /** What is half installed is removed. */
  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.sweeping);
    this.npm.stop();
    await Promise.allSettled(this.underWay.values());
  }

  /** Removes what was half installed when a gateway was killed. */
  private async sweep(): Promise<void> {
    clearTimeout(this.sweeping);
    const isLeft = await removeAbandoned(this.folder).catch(() => false);
    if (isLeft) this.sweeping = setTimeout(() => void this.sweep(), abandonedMs).unref();
  }

  /** The package, unless it is not there, or not as it was installed. */
  private async find(pinned: PinnedPackage, place: string): Promise<InstalledPackage | undefined> {
    const record = await this.records.find(place);
    if (record === undefined) return undefined;
    const folder = join(place, filesFolder);
    const entries = await folderEntries(folder, record.entries).catch(() => []);
    const file = differingPath(record.entries, entries);
    if (file !== undefined) {
      const { name, version } = pinned;
      this.logger.warn('package.altered', { package: name, version, file: file.slice(0, 200) });
      return undefined;
    }
    // Whoever may read it only reads it all the next time as well.
    if (entries.some(({ stamp }, at) => stamp !== record.entries[at]?.stamp))
      await this.records.write(place, { ...record, entries }).catch(() => undefined);
    return { folder, program: join(folder, record.program) };
  }

  private async install(pinned: PinnedPackage, place: string): Promise<InstalledPackage> {
    const { name, version } = pinned;
    const passing = join(this.folder, passingName());
    const room = {
      maxBytes: this.config.values.MAX_PACKAGE_BYTES,
      maxFiles: this.config.values.MAX_PACKAGE_FILES,
    };
    try {
      await mkdir(join(passing, filesFolder), { recursive: true });
      const program = await withinRoom(passing, room, (signal) => this.fill(pinned, passing, signal));
      await requireRoom(passing, room);
      await rm(join(passing, cacheFolder), { recursive: true, force: true });
      const entries = await folderEntries(join(passing, filesFolder));
      await this.records.write(passing, { program, entries }, basename(place));
      await this.putInPlace(pinned, passing, place);
      this.logger.info('package.installed', { package: name, version });
    } catch (error) {
      const failure = failureOf(error);
      this.logger.warn('package.not-installed', { package: name, version, reason: failure.message });
      throw failure;
    } finally {
      await rm(passing, { recursive: true, force: true }).catch(() => undefined);
    }
    const installed = await this.find(pinned, place);
    if (installed === undefined) throw new PackageFailure('away', 'its folder was changed meanwhile');
    return installed;
  }

  /** Its program, relative to its files. */
  private async fill(pinned: PinnedPackage, passing: string, signal: AbortSignal): Promise<string> {
    const folder = join(passing, filesFolder);
    // So that npm takes no folder above for its own.
    await writeFile(join(folder, 'package.json'), '{}');
    const running = {
      ...{ folder, signal, cache: join(passing, cacheFolder) },
      timeoutMs: this.config.values.PACKAGE_TIMEOUT_MS,
    };
    await this.npm.run(running, async (npm) => {
      await npm(['pack', `${pinned.name}@${pinned.version}`]);
      const file = await packedFile(pinned, folder);
      const manifest = { private: true, dependencies: { [pinned.name]: `file:./${file}` } };
      await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
      await npm([...installation, '--package-lock-only']);
      await requireLocked(folder, pinned);
      await npm([...installation, '--prefer-offline']);
      await requireLocked(folder, pinned);
    });
    return programOf(folder, pinned);
  }

  /** In place of what is there, unless another process was quicker with the very same. */
  private async putInPlace(pinned: PinnedPackage, passing: string, place: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const failure = await rename(passing, place).catch((error: unknown) => error as Error);
      if (failure === undefined || (await this.find(pinned, place)) !== undefined) return;
      if (attempt >= maxAttempts) throw failure;
      const aside = join(this.folder, passingName());
      await rename(place, aside).catch(() => undefined);
      await rm(aside, { recursive: true, force: true });
    }
  }
}

/** The name of its file in `folder`, which is what it was when it was pinned. */
async function packedFile({ integrity }: PinnedPackage, folder: string): Promise<string> {
  const [file] = (await readdir(folder)).filter((entry) => entry.endsWith('.tgz'));
  if (file === undefined) throw new PackageFailure('away', 'npm got no file');
  const [unlike] = await unlikeHashes(join(folder, file), integrity);
  if (unlike === undefined) return file;
  throw new PackageFailure(
    'refused',
    `it is not what it was when it was pinned: ${unlike.wanted} is its integrity, and what its registry gives has ${unlike.found}`,
  );
}

function failureOf(error: unknown): PackageFailure {
  if (error instanceof PackageFailure) return error;
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
  return new PackageFailure('away', `it cannot be installed (${code})`, error);
}
