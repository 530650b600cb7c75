import type { Gateway } from '../http/gateway.js';
import type { Success } from '../http/operation-types.js';
import type { Base } from './project.js';

export type PushOutcome = Success<'put', '/api/cli/apps/{app}/config'>;

/** A version without its content: who saved it, when and why. */
type SavedVersion = Success<'get', '/api/cli/apps/{app}/config/versions'>['versions'][number];

interface Saving {
  readonly dryRun: boolean;
  /** Saves credentials in plain text, too. */
  readonly allowLiterals: boolean;
  readonly message?: string | undefined;
}

/** The config of one app on the gateway. */
export class RemoteConfig {
  constructor(
    private readonly gateway: Gateway,
    readonly app: string,
  ) {}

  /** For editors. */
  get schemaUrl(): string {
    return `${this.gateway.url}/schemas/app-config-1.json`;
  }

  async get(version?: number): Promise<Base> {
    const { config, ...found } = await this.gateway.get('/api/cli/apps/{app}/config', {
      path: { app: this.app },
      ...(version === undefined ? {} : { query: { version } }),
    });
    return { version: found.version, etag: found.etag, config };
  }

  /** Versions that were saved after `version`, newest first; the last hundred at most. */
  async savedAfter(version: number): Promise<readonly SavedVersion[]> {
    const { versions } = await this.gateway.get('/api/cli/apps/{app}/config/versions', {
      path: { app: this.app },
      query: { limit: 100 },
    });
    return versions.filter((saved) => saved.version > version);
  }

  /** Saves `config` on top of `base`, or only says what that would do. Throws the problem `config-changed` when the base is stale. */
  put(base: Base, config: object, options: Saving): Promise<PushOutcome> {
    const { message } = options;
    return this.gateway.put('/api/cli/apps/{app}/config', {
      path: { app: this.app },
      query: flags(options),
      headers: { 'if-match': base.etag },
      body: { config: { ...config }, ...(message === undefined ? {} : { message }) },
    });
  }

  rollBack(version: number, options: Saving & { readonly base?: Base }): Promise<PushOutcome> {
    const { base, message } = options;
    return this.gateway.post('/api/cli/apps/{app}/config/rollback', {
      path: { app: this.app },
      query: flags(options),
      ...(base === undefined ? {} : { headers: { 'if-match': base.etag } }),
      body: { version, ...(message === undefined ? {} : { message }) },
    });
  }
}

function flags({ dryRun, allowLiterals }: Saving): { dryRun?: 'true'; allowLiterals?: 'true' } {
  return { ...(dryRun ? { dryRun: 'true' } : {}), ...(allowLiterals ? { allowLiterals: 'true' } : {}) };
}
