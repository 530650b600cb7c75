import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../../platform/config/config.js';
import { EgressDenied, EgressPolicy } from '../../../platform/egress/egress-policy.js';
import { PackageFailure } from '../../packages/package-failure.js';
import { NpmRegistry } from '../../packages/npm-registry.service.js';
import { catalogMark, readDeclaration } from '../../publishing/declarations.js';
import type { CatalogEntry } from '../entry/catalog-entry.js';
import type { Package } from '../entry/server-json.js';
import { EntryInputs, type PlanInput } from './entry-inputs.js';
import { isPinnable, npmVersion, packageTemplate, whyNone } from './package-template.js';
import { requireOurRegistry } from './package-registry.js';
import { entryRefused } from './plan-refusal.js';
import { isReachable, remoteTemplate } from './remote-template.js';
import { planDeclaration, type DeclarationTemplate } from './declaration-template.js';

/** What adding an entry would do. */
export interface Plan {
  readonly server: { readonly name: string; readonly version: string };
  readonly description: string;
  readonly source: string;
  readonly package?: {
    readonly registryType: string;
    readonly identifier: string;
    readonly version: string;
    readonly integrity: string;
  };
  readonly template: DeclarationTemplate;
  readonly definition: JsonObject;
  readonly inputs: readonly PlanInput[];
  /** What whoever adds it should know. */
  readonly warnings: readonly string[];
  /** The same for the same entry and the same package, and for nothing else. */
  readonly digest: string;
}

/** Finds out what adding an entry would do. Asks the registry of its package; nothing is started, got or written. */
@Injectable()
export class Plans {
  constructor(
    private readonly npm: NpmRegistry,
    private readonly egress: EgressPolicy,
    private readonly config: Config,
  ) {}

  /** Throws `catalog-entry-entryRefused`, `package-unavailable`. */
  async of(entry: CatalogEntry): Promise<Plan> {
    const { server, source } = entry;
    const inputs = new EntryInputs();
    const { warnings, ...chosen } = await this.choose(entry, inputs);
    const definition = planDeclaration(chosen.template, inputs.list);
    this.requireDeclarable(definition, chosen.template);
    const { name, version, description } = server;
    const told = {
      ...{ server: { name, version }, description, source },
      ...{ ...chosen, definition, inputs: inputs.list },
    };
    const digest = createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 32);
    return { ...told, warnings: [...deprecation(entry), ...warnings], digest };
  }

  /** What can be held to its bytes goes before what is somewhere else. */
  private async choose(
    { server: { packages = [], remotes = [] } }: CatalogEntry,
    inputs: EntryInputs,
  ): Promise<Pick<Plan, 'template' | 'package' | 'warnings'>> {
    const pinnable = packages.find(isPinnable);
    if (pinnable !== undefined) return this.ofPackage(pinnable, inputs);
    const remote = remotes.find(isReachable);
    if (remote !== undefined) {
      const template = remoteTemplate(remote, inputs);
      return { template, warnings: await this.warningsOf(remote.url ?? '') };
    }
    throw entryRefused(
      packages.length > 0 ? whyNone(packages) : 'It says neither what to run nor where it is.',
    );
  }

  private async ofPackage(
    from: Package,
    inputs: EntryInputs,
  ): Promise<Pick<Plan, 'template' | 'package' | 'warnings'>> {
    const { registryType, identifier } = from;
    if (from.registryBaseUrl !== undefined) requireOurRegistry(from, await this.npm.address());
    if (registryType === 'oci') {
      const template = packageTemplate(from, inputs, undefined);
      const integrity = identifier.slice(identifier.indexOf('@') + 1);
      const version = from.version ?? integrity;
      return { template, package: { registryType, identifier, version, integrity }, warnings: [] };
    }
    const version = npmVersion(from);
    // Before anybody is asked about it.
    packageTemplate(from, new EntryInputs(), 'sha512-');
    const { integrity, hasScripts } = await this.described(identifier, version);
    const hashes = from.fileSha256 === undefined ? integrity : `${integrity} ${sriOf(from.fileSha256)}`;
    return {
      template: packageTemplate(from, inputs, hashes),
      package: { registryType, identifier, version, integrity },
      warnings: hasScripts ? ['It has scripts for its installation. They are not run.'] : [],
    };
  }

  private async described(name: string, version: string) {
    try {
      return await this.npm.describe(name, version);
    } catch (error) {
      if (!(error instanceof PackageFailure)) throw error;
      const words = `The package ${name}@${version}: ${error.message}.`;
      throw new Problem(error.kind === 'away' ? 'package-unavailable' : 'catalog-entry-refused', words, {
        cause: error,
      });
    }
  }

  private async warningsOf(address: string): Promise<string[]> {
    const warnings = /^http:/i.test(address)
      ? ['What it is sent can be read on the way: its address is not https.']
      : [];
    if (!URL.canParse(address) || address.includes('{')) return warnings;
    const isPrivate = await this.egress.check(new URL(address), 'tenant').then(
      () => false,
      (error: unknown) => error instanceof EgressDenied,
    );
    return isPrivate ? [...warnings, 'It leads to a private address, one of your own network.'] : warnings;
  }

  private requireDeclarable(definition: JsonObject, template: DeclarationTemplate): void {
    // What is asked for is not there yet.
    const url = template.kind === 'remote' ? { url: 'https://example.com' } : {};
    const { faults } = readDeclaration(
      'planned',
      { ...definition, ...url, [catalogMark]: {} },
      this.config.values.MCP_CONFIG,
    );
    const [fault] = faults;
    if (fault !== undefined) throw entryRefused(`It cannot be declared: ${fault.pointer} ${fault.detail}.`);
  }
}

function deprecation({ status, statusMessage }: CatalogEntry): string[] {
  if (status !== 'deprecated') return [];
  return [`Its registry advises against it${statusMessage === undefined ? '.' : `: ${statusMessage}`}`];
}

function sriOf(sha256: string): string {
  return `sha256-${Buffer.from(sha256, 'hex').toString('base64')}`;
}
