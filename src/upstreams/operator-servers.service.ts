import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Config } from '../platform/config/config.js';
import { Logger } from '../platform/logging/logger.js';
import { readOperatorFile } from './operator-file.js';
import { credentialNames, hiddenValues } from './hidden-values.js';
import type { RegisteredServer } from './registered-server.js';
import { fingerprint, type ServerDefinition } from './server-definition.js';
import { ToolPolicy } from './tool-policy.js';

const pollMs = 500;

/** The servers that the operator publishes, from the file that MCP_CONFIG names; changes of it are taken over as they happen. */
@Injectable()
export class OperatorServers implements OnModuleInit, OnApplicationShutdown {
  private servers: ReadonlyMap<string, RegisteredServer> = new Map();
  private readonly path: string;
  private readonly listeners: (() => void)[] = [];
  private lastText: string | undefined;
  private lastSignature: string | undefined;
  private poll: NodeJS.Timeout | undefined;
  /** Why the file as it stands is not in use; empty when it is. */
  faults: readonly string[] = [];

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

  /** Runs `listener` after each change of the set. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Reads the file. Faults keep the last good state; at start the servers without fault are used. */
  reload(): void {
    this.lastSignature = this.signature();
    const text = this.read();
    if (text === undefined || text === this.lastText) return;
    this.lastText = text;
    const { definitions, faults } = readOperatorFile(text, this.path, (name) => Config.expand(name));
    this.faults = faults;
    if (faults.length > 0) {
      this.logger.error('servers.file-broken', { file: this.path, faults, inUse: this.servers.size });
      return;
    }
    this.servers = new Map(definitions.map((definition) => [definition.name, this.registered(definition)]));
    this.logger.info('servers.loaded', { file: this.path, servers: [...this.servers.keys()] });
    for (const listener of this.listeners) listener();
  }

  /** Changes whenever the file does, be it written, replaced or removed. */
  private signature(): string | undefined {
    const stats = statSync(this.path, { throwIfNoEntry: false });
    return stats === undefined
      ? undefined
      : `${String(stats.ino)} ${String(stats.mtimeMs)} ${String(stats.size)}`;
  }

  private read(): string | undefined {
    try {
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      this.faults = [`the file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`];
      this.logger.warn('servers.file-unreadable', {
        file: this.path,
        faults: this.faults,
        inUse: this.servers.size,
      });
      return undefined;
    }
  }

  /** A declaration that has not changed stays the same object, so that nothing behind it is touched. */
  private registered(definition: ServerDefinition): RegisteredServer {
    const known = this.servers.get(definition.name);
    if (known !== undefined && JSON.stringify(known.definition) === JSON.stringify(definition)) return known;
    return {
      id: `srv_${createHash('sha256').update(`operator ${definition.name}`).digest('hex').slice(0, 24)}`,
      handle: definition.name,
      label: definition.name,
      definition,
      policy: new ToolPolicy(definition.options),
      trust: 'operator',
      credentials: credentialNames(definition.target),
      hidden: hiddenValues(definition.target, definition),
      fingerprint: fingerprint(definition),
    };
  }
}
