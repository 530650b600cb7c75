import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { JsonObject } from '../../kernel/json/json.js';
import { PeriodicJob } from '../../kernel/pacing/periodic-job.js';
import { Config } from '../../platform/config/config.js';
import { Signals } from '../../platform/database/signals.js';
import { Logger } from '../../platform/logging/logger.js';
import { Keyring } from '../../platform/security/keyring.js';
import { OperatorServers } from '../declared/operator-servers.service.js';
import type { ServerDefinition } from '../declared/server-definition.js';
import { readDeclaration } from './declarations.js';
import { PublishedStore, type StoredServer } from './published-store.port.js';

const purpose = 'published server';
/** What another process changed is in force here within seconds, even when its signal was lost. */
const everyMs = 2000;

/** A server that was published at run time, in force. */
export interface KnownServer {
  readonly name: string;
  readonly declared: JsonObject;
  readonly definition: ServerDefinition;
  readonly revision: string;
}

/** The servers of the database as this process knows them: opened, in force, and kept in step with other processes. */
@Injectable()
export class PublishedMemory implements OnApplicationBootstrap, OnApplicationShutdown {
  private known: ReadonlyMap<string, KnownServer> = new Map();
  /** Revisions as they were read last, those that cannot be used too. */
  private revisions: ReadonlyMap<string, string> = new Map();
  private readonly rounds = new PeriodicJob(() => this.compare());

  constructor(
    private readonly store: PublishedStore,
    private readonly servers: OperatorServers,
    private readonly keyring: Keyring,
    private readonly signals: Signals,
    private readonly logger: Logger,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    this.rounds.start(everyMs);
    this.signals.on('published-server', () => void this.rounds.begin());
    this.signals.onGap(() => void this.rounds.begin());
  }

  onApplicationShutdown(): Promise<void> {
    return this.rounds.stop();
  }

  all(): readonly KnownServer[] {
    return [...this.known.values()];
  }

  find(name: string): KnownServer | undefined {
    return this.known.get(name);
  }

  seal(name: string, declared: JsonObject): string {
    return this.keyring.seal(purpose, name, JSON.stringify(declared));
  }

  /** Reads all of them and puts them in force. */
  async load(): Promise<void> {
    const rows = await this.store.list();
    const known = new Map<string, KnownServer>();
    for (const row of rows) {
      const server = this.known.get(row.name);
      const read = server?.revision === row.revision ? server : await this.open(row);
      if (read !== undefined) known.set(row.name, read);
    }
    this.known = known;
    this.revisions = new Map(rows.map(({ name, revision }) => [name, revision]));
    this.servers.publish([...known.values()].map(({ definition }) => definition));
  }

  private async compare(): Promise<void> {
    try {
      const stored = await this.store.revisions();
      const isSame =
        stored.size === this.revisions.size &&
        [...stored].every(([name, revision]) => this.revisions.get(name) === revision);
      if (!isSame) await this.load();
    } catch (error) {
      this.logger.warn('published-servers.unchecked', { error });
    }
  }

  /** One that does not open, or that cannot be declared any more, is left out and told in the log. */
  private async open(row: StoredServer): Promise<KnownServer | undefined> {
    const { name, revision } = row;
    try {
      const declared = JSON.parse(this.keyring.open(purpose, name, row.sealed)) as JsonObject;
      if (row.sealed.split('.')[1] !== this.keyring.keyId)
        await this.store.update({ ...row, sealed: this.seal(name, declared) }, revision);
      const { definition, faults } = readDeclaration(name, declared, this.config.values.MCP_CONFIG);
      if (definition !== undefined) return { name, declared, definition, revision };
      this.logger.error('published-server.unusable', { server: name, faults });
    } catch (error) {
      this.logger.error('published-server.unreadable', { server: name, error });
    }
    return undefined;
  }
}
