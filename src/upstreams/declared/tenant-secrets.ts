import type { AppSecretVault } from '../../apps/secrets/app-secret-vault.js';
import type { AppState, StoredSecret } from '../../apps/document/app.js';
import { isGivenFor } from '../../apps/document/secret-uses.js';
import { secretNamesIn, substituteSecrets } from '../../apps/document/substitution.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Obstacle, ServerTarget } from './server-definition.js';

/** The secrets of one app as one server needs them; remembers which were asked for and which were not there. */
export class TenantSecrets {
  private readonly used = new Map<string, string>();
  private readonly revealed = new Set<string>();
  private readonly missing = new Set<string>();
  /** Those that are there, and not for the origin. */
  private readonly foreign = new Set<string>();

  constructor(
    private readonly state: AppState,
    private readonly vault: AppSecretVault,
    private readonly logger: Logger,
    /** Where they go. */
    private readonly origin: string | undefined,
  ) {}

  /** Replaces `${secret:NAME}` in all values, which go to `origins`. In a draft, a value whose secret may not go to one of them is left out. */
  fill(
    values: Readonly<Record<string, string>>,
    origins: readonly (string | undefined)[] = [this.origin],
  ): Record<string, string> {
    const filled = Object.entries(values).map(
      ([key, value]) => [key, substituteSecrets(value, (name) => this.reveal(name, origins)), value] as const,
    );
    return Object.fromEntries(
      filled
        .filter(
          ([, , value]) => !this.isDraft || !secretNamesIn(value).some((name) => this.foreign.has(name)),
        )
        .map(([key, value]) => [key, value]),
    );
  }

  /** Names of the secrets that a draft leaves out. */
  withheld(): readonly string[] {
    return this.isDraft ? [...this.foreign] : [];
  }

  private get isDraft(): boolean {
    return this.state.isDraft === true;
  }

  /** Which state of which secrets was used, and which may not go there. */
  versions(): readonly string[] {
    return [...this.used].map(([name, version]) => `${name} ${this.foreign.has(name) ? '' : version}`).sort();
  }

  /** Names of the secrets that were asked for. */
  names(): readonly string[] {
    return [...this.used.keys()];
  }

  /** The values that were filled in. */
  values(): readonly string[] {
    return [...this.revealed];
  }

  /** What keeps the server from being used; the target's secrets must have been filled in. */
  obstacleOf(target: ServerTarget): Obstacle | undefined {
    const [name] = this.missing;
    if (name !== undefined)
      return { code: 'secret-not-set', detail: `The server needs the secret ${name}, which is not set.` };
    const [foreign] = this.isDraft ? [] : this.foreign;
    if (foreign !== undefined)
      return {
        code: 'secret-not-for-origin',
        detail: `The server needs the secret ${foreign}, which is not given for where the server is.`,
      };
    if (target.transport === 'stdio') return undefined;
    const broken = Object.entries(target.headers).find(([, value]) => /[^\t\x20-\x7e\x80-\xff]/.test(value));
    return broken === undefined
      ? undefined
      : {
          code: 'secret-not-set',
          detail: `The secret in the header ${broken[0]} cannot stand in a header: it has a line break or another character that is not allowed there.`,
        };
  }

  private reveal(name: string, origins: readonly (string | undefined)[]): string {
    const secret = this.state.secrets.get(name);
    this.used.set(name, secret?.version ?? '');
    const isGiven = (one: StoredSecret) =>
      origins.length > 0 && origins.every((origin) => isGivenFor(one, origin));
    if (secret !== undefined && !isGiven(secret)) {
      this.foreign.add(name);
      return '';
    }
    try {
      if (secret !== undefined) {
        const value = this.vault.open(this.state.app.id, name, secret.sealed);
        this.revealed.add(value);
        return value;
      }
    } catch (error) {
      this.logger.error('secret.unreadable', { app: this.state.app.id, name, error });
    }
    this.missing.add(name);
    return '';
  }
}
