import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/logging/logger.js';
import { isSameIssuer } from './issuers.js';
import { readOperatorFile, type ReadResult } from './file/operator-file.js';
import { credentialNames, hiddenValues } from './hidden-values.js';
import type { RegisteredServer } from './registered-server.js';
import type { ServerAuth } from './server-auth.js';
import { fingerprint, type ServerDefinition } from './server-definition.js';
import { ToolPolicy } from './tool-policy.js';

const pollMs = 500;

/**
 * The servers that the operator publishes: from the file that MCP_CONFIG names, whose changes are taken over as they happen, and beside it
 * those that were published at run time. The file goes before.
 */
@Injectable()
export class OperatorServers implements OnModuleInit, OnApplicationShutdown {
  /** All of them. */
  private servers: ReadonlyMap<string, RegisteredServer> = new Map();
  private fileServers: ReadonlyMap<string, RegisteredServer> = new Map();
  private published: readonly ServerDefinition[] = [];
  private clients: NonNullable<ReadResult['oauthClients']> = {};
  private readonly path: string;
  private readonly listeners: (() => void)[] = [];
  private lastText: string | undefined;
  private lastSignature: string | undefined;
  private poll: NodeJS.Timeout | undefined;
  /** Whether the file has been without fault since the start: from then on a broken one changes nothing. */
  private hasBeenGood = false;
  /** What is wrong with the text that was read last. */
  private textFaults: readonly string[] = [];
  /** What of it is passed over. */
  private textWarnings: readonly string[] = [];
  /** Why the file cannot be read right now. */
  private accessFault: string | undefined;

  constructor(
    config: Config,
    private readonly logger: Logger,
  ) {
    this.path = resolve(config.values.MCP_CONFIG);
  }

  onModuleInit(): void {
    this.reload();
    this.poll = setInterval(() => {
      if (this.signature() !== this.lastSignature) this.reload();
    }, pollMs).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.poll);
  }

  find(name: string): RegisteredServer | undefined {
    return this.servers.get(name);
  }

  all(): readonly RegisteredServer[] {
    return [...this.servers.values()];
  }

  /** Those of the file. */
  ofFile(): readonly RegisteredServer[] {
    return [...this.fileServers.values()];
  }

  /** From now on these are published beside the file. */
  publish(definitions: readonly ServerDefinition[]): void {
    this.published = definitions;
    if (this.merge()) this.tell();
  }

  /** Our client at an authorization server, where the operator has made one. */
  oauthClient(
    issuer: string,
  ): { readonly clientId: string; readonly clientSecret?: string | undefined } | undefined {
    return Object.entries(this.clients).find(([key]) => isSameIssuer(key, issuer))?.[1];
  }

  /** What is wrong with the file as it is now, or passed over, each with its line; the servers may be those of an earlier one. */
  get faults(): readonly string[] {
    return this.accessFault === undefined ? [...this.textFaults, ...this.textWarnings] : [this.accessFault];
  }

  /** Runs `listener` after each change of the set. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Reads the file. Faults keep the last good state; until there is one, the servers without fault are used. */
  reload(): void {
    const before = this.faults.join('\n');
    this.lastSignature = this.signature();
    const text = this.read();
    const isUsed = text !== undefined && text !== this.lastText && this.take(text);
    // That it is broken is news, too.
    if (!isUsed && this.faults.join('\n') !== before) this.tell();
  }

  /** Whether the servers of this text are used from now on. */
  private take(text: string): boolean {
    this.lastText = text;
    const { definitions, oauthClients, faulty, faults, warnings } = readOperatorFile(
      text,
      this.path,
      (name) => Config.expand(name),
    );
    this.textFaults = faults;
    this.textWarnings = warnings;
    const isUsed = definitions !== undefined && (faults.length === 0 || !this.hasBeenGood);
    this.hasBeenGood ||= faults.length === 0;
    if (isUsed && oauthClients !== undefined) this.clients = oauthClients;
    if (isUsed) this.adopt(definitions, faulty);
    if (faults.length > 0)
      this.logger.error('servers.file-broken', { file: this.path, faults, inUse: this.fileServers.size });
    if (warnings.length > 0) this.logger.warn('servers.file-warnings', { file: this.path, warnings });
    return isUsed;
  }

  /** What is faulty now stays as it was, if it was in use. */
  private adopt(definitions: readonly ServerDefinition[], faulty: readonly string[]): void {
    const kept = faulty.flatMap((name) => this.fileServers.get(name) ?? []);
    const read = definitions.map((definition) => this.registered(definition));
    this.fileServers = new Map([...kept, ...read].map((server) => [server.definition.name, server]));
    this.logger.info('servers.loaded', { file: this.path, servers: [...this.fileServers.keys()] });
    this.merge();
    this.tell();
  }

  /** Whether that changed anything. */
  private merge(): boolean {
    const beside = this.published
      .filter(({ name }) => !this.fileServers.has(name))
      .map((definition) => [definition.name, this.registered(definition)] as const);
    const merged = new Map([...this.fileServers, ...beside]);
    const isSame =
      merged.size === this.servers.size &&
      [...merged].every(([name, server]) => this.servers.get(name) === server);
    this.servers = merged;
    return !isSame;
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }

  /** Changes whenever the file does, be it written, replaced, removed or put out of reach. */
  private signature(): string {
    try {
      const { ino, mtimeMs, size } = statSync(this.path);
      return `${String(ino)} ${String(mtimeMs)} ${String(size)}`;
    } catch (error) {
      return codeOf(error);
    }
  }

  private read(): string | undefined {
    this.accessFault = undefined;
    try {
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      const fault = `the file cannot be read (${codeOf(error)})`;
      const inUse = this.fileServers.size;
      // A gateway that has only servers of apps needs no file.
      if (codeOf(error) !== 'ENOENT' || inUse > 0) this.accessFault = fault;
      this.logger.warn('servers.file-unreadable', { file: this.path, faults: [fault], inUse });
      return undefined;
    }
  }

  /** A declaration that has not changed stays the same object, so that nothing behind it is touched. */
  private registered(definition: ServerDefinition): RegisteredServer {
    const known = this.servers.get(definition.name);
    if (known !== undefined && JSON.stringify(known.definition) === JSON.stringify(definition)) return known;
    const digest = createHash('sha256').update(`operator ${definition.name}`).digest('hex');
    return registeredServer(definition, { id: `srv_${digest.slice(0, 24)}`, trust: 'operator' });
  }
}

/** A server that stands for itself, as its declaration says. */
export function registeredServer(
  definition: ServerDefinition,
  { id, trust }: Pick<RegisteredServer, 'id' | 'trust'>,
): RegisteredServer {
  const { name, target, options, auth } = definition;
  return {
    ...{ id, handle: name, label: name, definition, trust },
    policy: new ToolPolicy(options),
    credentials: credentialNames(target),
    hidden: hiddenValues(target, { ...definition, secrets: secretsOf(auth) }, options.notSecret),
    fingerprint: fingerprint(definition),
  };
}

function secretsOf(auth: ServerAuth | undefined): readonly string[] {
  return auth?.clientSecret === undefined ? [] : [auth.clientSecret];
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
