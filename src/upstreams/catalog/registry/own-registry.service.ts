import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../kernel/page.js';
import type { Principal } from '../../../kernel/principal.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { Config } from '../../../platform/config/config.js';
import { Cursors } from '../../../platform/security/cursors.js';
import { pinnedPackageOf } from '../../declared/pinned-package.js';
import type { RegisteredServer } from '../../declared/registered-server.js';
import { ServerRegistry } from '../../declared/server-registry.service.js';
import type { ServerJson } from '../entry/server-json.js';

const schema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
/** Of a server that has none of its own. */
const someVersion = '1.0.0';
const longestDescription = 100;

interface OwnSearch extends PageRequest {
  readonly search: string;
  readonly version?: string | undefined;
}

/** What the operator publishes here, as entries of a registry: each leads to its endpoint of this gateway, and tells nothing of what is behind it. */
@Injectable()
export class OwnRegistry {
  constructor(
    private readonly servers: ServerRegistry,
    private readonly config: Config,
    private readonly cursors: Cursors,
  ) {}

  /** Throws `invalid-cursor`. */
  async list(principal: Principal, { search, version, ...page }: OwnSearch): Promise<Page<ServerJson>> {
    const words = search.toLowerCase();
    const found = (await this.entries(principal)).filter(
      (entry) =>
        entry.name.toLowerCase().includes(words) &&
        (version === undefined || version === 'latest' || version === entry.version),
    );
    const owner = principal.kind === 'app' ? principal.appId : principal.accountId;
    return this.cursors.pageOf(found, page, `registry ${owner} ${version ?? ''} ${search}`);
  }

  /** Throws `catalog-entry-not-found`. */
  async get(principal: Principal, name: string, version = 'latest'): Promise<ServerJson> {
    const entry = (await this.entries(principal)).find((one) => one.name === name);
    if (entry === undefined || (version !== 'latest' && version !== entry.version))
      throw new Problem(
        'catalog-entry-not-found',
        'No such server, or no such version of it, is published here.',
      );
    return entry;
  }

  /** Those that `GET /api/servers` shows, and of them what the operator publishes. */
  private async entries(principal: Principal): Promise<ServerJson[]> {
    const reached = await this.servers.list(principal);
    const isOperators = ({ app, published }: RegisteredServer) =>
      principal.kind === 'app' ? published !== undefined : app === undefined;
    return reached
      .filter((server) => isOperators(server) && server.definition.options.disabled !== true)
      .map((server) => this.entry(server));
  }

  private entry({ handle, definition: { target, options } }: RegisteredServer): ServerJson {
    const base = this.config.publicUrl;
    const pinned = target.transport === 'stdio' ? pinnedPackageOf(target) : undefined;
    const { description = '' } = options;
    return {
      $schema: schema,
      name: `${namespaceOf(base)}/${handle}`,
      description:
        description === ''
          ? `The server ${handle} of this gateway`
          : description.slice(0, longestDescription),
      title: handle,
      version: pinned?.version ?? someVersion,
      remotes: [
        {
          type: 'streamable-http',
          url: `${base}/api/servers/${encodeURIComponent(handle)}/mcp`,
          headers: [
            {
              name: 'Authorization',
              description: '`Bearer` and a token or an app key of this gateway',
              ...{ isRequired: true, isSecret: true },
            },
          ],
        },
      ],
    };
  }
}

/** The host the other way round, as names in registries begin. */
function namespaceOf(base: string): string {
  const labels = new URL(base).hostname.replace(/[^a-zA-Z0-9.-]/g, '-').split('.');
  return labels.reverse().join('.');
}
