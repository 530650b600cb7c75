import type { Gateway } from '../http/gateway.js';
import type { Success } from '../http/operation-types.js';
import type { Base } from './project.js';

export type Outcome = Success<'put', '/api/cli/apps/{app}/config'>;

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

  /** Saves `config` on top of `base`, or only says what that would do. Throws the problem `config-changed` when the base is stale. */
  put(
    base: Base,
    config: object,
    options: { readonly dryRun: boolean; readonly message?: string | undefined },
  ): Promise<Outcome> {
    const { dryRun, message } = options;
    return this.gateway.put('/api/cli/apps/{app}/config', {
      path: { app: this.app },
      query: { dryRun: dryRun ? 'true' : 'false' },
      headers: { 'if-match': base.etag },
      body: { config: { ...config }, ...(message === undefined ? {} : { message }) },
    });
  }

  rollBack(
    version: number,
    options: { readonly base?: Base; readonly dryRun: boolean; readonly message?: string | undefined },
  ): Promise<Outcome> {
    const { base, dryRun, message } = options;
    return this.gateway.post('/api/cli/apps/{app}/config/rollback', {
      path: { app: this.app },
      query: { dryRun: dryRun ? 'true' : 'false' },
      ...(base === undefined ? {} : { headers: { 'if-match': base.etag } }),
      body: { version, ...(message === undefined ? {} : { message }) },
    });
  }
}
