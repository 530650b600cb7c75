import { Injectable } from '@nestjs/common';
import { Accounts } from '../../accounts/people/accounts.service.js';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import { Features } from '../../apps/app/features.service.js';
import type { Caller } from '../../kernel/caller.js';
import { Config } from '../../platform/config/config.js';
import { AppWorkflows } from '../../workflows/catalog/app-workflows.service.js';
import { hasPrograms } from '../../workflows/programs/program-tool.js';
import { version } from '../../version.js';
import { ResolvedServers, type ResolvedServer } from './resolved-servers.service.js';

/** What an SDK needs to know of an app at its start. */
export interface ResolvedApp {
  readonly app: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly description: string;
  };
  readonly account: { readonly id: string; readonly slug: string };
  readonly config: { readonly version: number; readonly etag: string };
  readonly endpoints: { readonly sdk: string; readonly mcp: string; readonly openapi: string };
  readonly servers: readonly ResolvedServer[];
  readonly workflows: readonly { readonly name: string; readonly version: string; readonly title?: string }[];
  readonly limits: {
    readonly requestsPerMinute: number;
    readonly maxBodyBytes: number;
    readonly toolTimeoutMs: number;
  };
  readonly features: { readonly chat: boolean; readonly workflows: boolean; readonly runWorkflow: boolean };
  readonly server: { readonly version: string };
}

/** In place of an app's name: the one of the key, for programs that have nothing but their key. No app can be called so. */
const ownApp = '-';

/** Answers what an app is from what is known; waits for no server. */
@Injectable()
export class ResolveService {
  constructor(
    private readonly apps: AppConfigs,
    private readonly accounts: Accounts,
    private readonly servers: ResolvedServers,
    private readonly workflows: AppWorkflows,
    private readonly features: Features,
    private readonly config: Config,
  ) {}

  /** Throws `app-not-found`, and `app-required` when a user asks for the app of the key. */
  async resolve(caller: Caller, slugOrId: string): Promise<ResolvedApp> {
    const state = await (slugOrId === ownApp
      ? this.apps.getMeant(caller.principal, undefined)
      : this.apps.get(caller.principal, slugOrId));
    const { id, slug, name, description, accountId, config } = state.app;
    const { RATE_LIMIT_PER_MINUTE, MAX_BODY_BYTES, TOOL_TIMEOUT_MS } = this.config.values;
    const base = this.config.publicUrl;
    return {
      app: { id, slug, name, description },
      account: { id: accountId, slug: await this.accounts.getSlug(accountId) },
      config: { version: config.version, etag: config.etag },
      endpoints: {
        sdk: `${base}/api/sdk`,
        mcp: `${base}/api/apps/${slug}/mcp`,
        openapi: `${base}/api/openapi.json`,
      },
      servers: await this.servers.list(caller, state),
      workflows: this.workflows.list(state).map(({ name, version: of, title }) => ({
        ...{ name, version: of },
        ...(title === undefined ? {} : { title }),
      })),
      limits: {
        requestsPerMinute: RATE_LIMIT_PER_MINUTE,
        maxBodyBytes: MAX_BODY_BYTES,
        toolTimeoutMs: TOOL_TIMEOUT_MS,
      },
      features: {
        chat: this.features.has('chat'),
        workflows: this.features.has('workflows'),
        runWorkflow: hasPrograms(state.config),
      },
      server: { version },
    };
  }
}
