import { Injectable } from '@nestjs/common';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject } from '../../kernel/json/json.js';
import { Config } from '../../platform/config/config.js';
import { boundedJson, FetchFailure } from '../../platform/egress/bounded-json.js';
import { EgressPolicy } from '../../platform/egress/egress-policy.js';
import { NpmCommand } from './npm-command.js';
import { PackageFailure } from './package-failure.js';
import { metadataOf, type PackageMetadata } from './package-metadata.js';

/** Registries that say nothing of one version by itself list all of them: the short form, as npm asks for it. */
const shortForm = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8';
const maxBytes = 33_554_432;

/** Asks the registry of npm about packages. Nothing of a package is got. */
@Injectable()
export class NpmRegistry {
  constructor(
    private readonly npm: NpmCommand,
    private readonly egress: EgressPolicy,
    private readonly config: Config,
  ) {}

  /** What it says now. Rejects with a `PackageFailure`. */
  async describe(name: string, version: string): Promise<PackageMetadata> {
    try {
      return metadataOf(await this.manifest(name, version), name, version);
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      // npm may know a proxy, or a token that the registry wants.
      return metadataOf(await this.view(name, version), name, version);
    }
  }

  /** Where packages are taken from. */
  address(): Promise<string> {
    return this.npm.registry();
  }

  private async manifest(name: string, version: string): Promise<unknown> {
    const base = `${(await this.npm.registry()).replace(/(?<!\/)\/+$/, '')}/${name.replace('/', '%2f')}`;
    const told = (await this.get(`${base}/${encodeURIComponent(version)}`)) ?? (await this.get(base));
    const versions = isJsonObject(told) ? told['versions'] : undefined;
    if (!isJsonObject(versions)) return told;
    return Object.hasOwn(versions, version) ? versions[version] : undefined;
  }

  private get(address: string): Promise<unknown> {
    const { CATALOG_TIMEOUT_MS: timeoutMs } = this.config.values;
    const url = new URL(address);
    const dispatcher = this.egress.dispatcherFor(url, 'operator', timeoutMs);
    return boundedJson(url, { dispatcher, timeoutMs, maxBytes, accept: shortForm });
  }

  private async view(name: string, version: string): Promise<unknown> {
    const folder = await mkdtemp(join(tmpdir(), 'gantry-npm-'));
    try {
      const timeoutMs = this.config.values.CATALOG_TIMEOUT_MS * 3;
      const words = ['view', `${name}@${version}`, '--json', 'name', 'version', 'dist', 'scripts'];
      const text = await this.npm.run({ folder, cache: folder, timeoutMs }, (npm) => npm(words));
      // npm prints nothing of a version that is not there.
      return text.trim() === '' ? undefined : (JSON.parse(text) as unknown);
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new PackageFailure('away', 'npm says nothing that can be read', error);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
