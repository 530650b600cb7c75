import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Slug } from '../../apps/document/slug.schema.js';
import { Audit, type Origin } from '../../accounts/audit/audit.service.js';
import { newId } from '../../kernel/id.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { Clock } from '../../kernel/pacing/clock.js';
import type { UserPrincipal } from '../../kernel/principal.js';
import { Problem, type Fault } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { OperatorServers } from '../declared/operator-servers.service.js';
import { isReservedName } from '../declared/reserved-names.js';
import type { ServerDefinition } from '../declared/server-definition.js';
import { requireMayRun } from './command-rules.js';
import { readDeclaration, shownDeclaration, shownServer, withKeptValues } from './declarations.js';
import { PublishedMemory } from './published-memory.service.js';
import { PublishedStore } from './published-store.port.js';

/** A declaration of 64 KiB is longer than any that a person writes. */
const maxBytes = 65_536;

/** A published server as the operator is shown it: no value of a header or variable is in it. */
export interface ShownServer {
  readonly name: string;
  readonly definition: JsonObject;
  readonly source: 'file' | 'database';
  readonly readOnly: boolean;
}

/** Publishes servers at run time: kept in the database, beside the operator's file, which goes before. */
@Injectable()
export class PublishedServers implements OnModuleInit {
  constructor(
    private readonly memory: PublishedMemory,
    private readonly store: PublishedStore,
    private readonly servers: OperatorServers,
    private readonly audit: Audit,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  onModuleInit(): Promise<void> {
    return this.memory.load();
  }

  /** All that are published, by name. */
  list(): ShownServer[] {
    const ofFile = this.servers.ofFile().map((server): ShownServer => {
      const { name } = server.definition;
      return { name, definition: shownServer(server), source: 'file', readOnly: true };
    });
    const taken = new Set(ofFile.map(({ name }) => name));
    const own = this.memory.all().flatMap(({ name, declared }): ShownServer[] => {
      if (taken.has(name)) return [];
      return [{ name, definition: shownDeclaration(declared), source: 'database', readOnly: false }];
    });
    return [...ofFile, ...own].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Throws `invalid-config`, `name-taken`, `too-many-servers`, `sign-in-again`, `stdio-not-allowed`. */
  async create(
    principal: UserPrincipal,
    name: string,
    wanted: JsonObject,
    origin: Origin,
  ): Promise<ShownServer> {
    const { declared, definition } = this.read(name, wanted, undefined);
    this.requireMayRun(principal, definition, undefined);
    if (this.servers.find(name) !== undefined || this.memory.find(name) !== undefined) throw nameTaken(name);
    const { MAX_PUBLISHED_SERVERS } = this.config.values;
    if (this.memory.all().length >= MAX_PUBLISHED_SERVERS)
      throw new Problem(
        'too-many-servers',
        `MAX_PUBLISHED_SERVERS allows ${String(MAX_PUBLISHED_SERVERS)} servers beside those of the file.`,
      );
    const now = this.clock.now();
    const row = {
      ...{ name, sealed: this.memory.seal(name, declared), revision: newId('pub') },
      ...{ createdAt: now, updatedAt: now },
    };
    await this.database.write(async () => {
      if (!(await this.store.insert(row))) throw nameTaken(name);
      await this.record(principal, 'server.published', definition, origin);
    });
    await this.memory.load();
    return { name, definition: shownDeclaration(declared), source: 'database', readOnly: false };
  }

  /** Throws `server-not-found`, `server-read-only`, `invalid-config`, `config-changed`, `sign-in-again`, `stdio-not-allowed`. */
  async replace(
    principal: UserPrincipal,
    name: string,
    wanted: JsonObject,
    origin: Origin,
  ): Promise<ShownServer> {
    const former = await this.getOwn(name);
    const { declared, definition } = this.read(name, wanted, former.declared);
    this.requireMayRun(principal, definition, former.definition);
    const row = {
      ...{ name, sealed: this.memory.seal(name, declared), revision: newId('pub') },
      updatedAt: this.clock.now(),
    };
    await this.database.write(async () => {
      if (!(await this.store.update(row, former.revision))) throw new Problem('server-changed');
      await this.record(principal, 'server.republished', definition, origin);
    });
    await this.memory.load();
    return { name, definition: shownDeclaration(declared), source: 'database', readOnly: false };
  }

  /** Throws `server-not-found`, `server-read-only`. */
  async remove(principal: UserPrincipal, name: string, origin: Origin): Promise<void> {
    await this.getOwn(name);
    await this.database.write(async () => {
      if (!(await this.store.remove(name))) throw new Problem('server-not-found');
      await this.audit.record(principal, { action: 'server.unpublished', target: name }, origin);
    });
    await this.memory.load();
  }

  private async getOwn(name: string) {
    await this.memory.load();
    const isOfFile = this.servers.ofFile().some(({ definition }) => definition.name === name);
    if (isOfFile)
      throw new Problem('server-read-only', `The server "${name}" stands in the operator's file.`);
    const own = this.memory.find(name);
    if (own === undefined)
      throw new Problem('server-not-found', `No server "${name.slice(0, 63)}" was published at run time.`);
    return own;
  }

  private read(
    name: string,
    wanted: JsonObject,
    former: JsonObject | undefined,
  ): { readonly declared: JsonObject; readonly definition: ServerDefinition } {
    const kept = withKeptValues(wanted, former);
    const faults: Fault[] = [...nameFaults(name), ...sizeFaults(wanted), ...kept.faults];
    const read =
      faults.length > 0
        ? { faults, definition: undefined }
        : readDeclaration(name, kept.declared, this.config.values.MCP_CONFIG);
    if (read.definition === undefined)
      throw new Problem('invalid-config', 'The server cannot be declared like this.', {
        errors: read.faults,
      });
    return { declared: kept.declared, definition: read.definition };
  }

  private requireMayRun(
    principal: UserPrincipal,
    { target }: ServerDefinition,
    former: ServerDefinition | undefined,
  ): void {
    requireMayRun(principal, target, {
      isOff: this.config.values.PUBLISH_COMMANDS === 'off',
      now: this.clock.now(),
      ...(former === undefined ? {} : { former: former.target }),
    });
  }

  /** Where it is, and never what it is sent. */
  private record(
    principal: UserPrincipal,
    action: string,
    { name, target }: ServerDefinition,
    origin: Origin,
  ): Promise<void> {
    const where =
      target.transport === 'stdio'
        ? { command: target.command }
        : { origin: URL.canParse(target.url) ? new URL(target.url).origin : '' };
    return this.audit.record(principal, { action, target: name, details: where }, origin);
  }
}

function nameFaults(name: string): Fault[] {
  const parsed = Slug.safeParse(name);
  if (!parsed.success)
    return parsed.error.issues.map(({ message }) => ({ pointer: '/name', detail: message }));
  return isReservedName(name)
    ? [{ pointer: '/name', detail: 'is a word of the address of servers; choose another' }]
    : [];
}

function sizeFaults(declared: JsonObject): Fault[] {
  return Buffer.byteLength(JSON.stringify(declared)) > maxBytes
    ? [{ pointer: '/definition', detail: `has more than ${String(maxBytes)} bytes` }]
    : [];
}

function nameTaken(name: string): Problem {
  return new Problem('name-taken', `There is a server "${name}" already.`);
}
