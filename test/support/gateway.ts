import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { randomBytes } from 'node:crypto';
import { copyFileSync, renameSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { AppModule } from '../../src/app.module.js';
import { setupApp } from '../../src/app.setup.js';
import { argon2Cost } from '../../src/accounts/sign-in/passwords.service.js';
import { Clock, SystemClock } from '../../src/kernel/pacing/clock.js';
import { Config } from '../../src/platform/config/config.js';
import type { Values } from '../../src/platform/config/variables.js';
import { ExpressionThreads } from '../../src/platform/expressions/expression-threads.service.js';
import { Logger } from '../../src/platform/logging/logger.js';
import { callHooks, type CallHook } from '../../src/upstreams/tools/gate/call-hook.js';
import { GatewayClient } from './clients/gateway-client.js';
import { LentThreads } from './lent-threads.js';
import { RecordingLogger, type LogLine } from './recording-logger.js';
import { temporaryFolder, type TemporaryFolder } from './temporary-folder.js';
import { migratedSqlite, testDatabase, type TestDatabase } from './test-database.js';

export type ServerEntries = Readonly<Record<string, unknown>>;

export interface GatewayOptions {
  /** Settings beside those of every test: loopback, a free port, no rate limit, quick retries. */
  readonly env?: Partial<Values>;
  /** Content of `mcpServers` in the operator's file. */
  readonly mcpServers?: ServerEntries;
  /** State of a gateway that ran before; its owner removes it. */
  readonly state?: GatewayState;
  /** What the gateway takes for the time. */
  readonly clock?: Clock;
  /** Rules about calls beside the gateway's own, which has none. */
  readonly hooks?: readonly CallHook[];
}

/** What outlives a gateway: its data folder with the operator's file in it, its database and its token. */
export interface GatewayState {
  readonly folder: TemporaryFolder;
  readonly database: TestDatabase;
  readonly token: string;
  remove(): Promise<void>;
}

/** State for gateways that are started one after the other on the same data. `isEmpty`: not even the tables are there. */
export async function gatewayState({ isEmpty = false } = {}): Promise<GatewayState> {
  const folder = temporaryFolder();
  const database = await testDatabase({ isEmpty });
  if (!isEmpty && database.url === undefined)
    copyFileSync(await migratedSqlite(), folder.file('gantry.sqlite'));
  return {
    folder,
    database,
    token: `gtu_test${randomBytes(24).toString('hex')}`,
    remove: async () => {
      await database.drop();
      folder.remove();
    },
  };
}

/** Writes the operator's file in one step, as editors do. */
export function writeMcpConfig(state: GatewayState, content: object | string): void {
  const path = state.folder.file('mcp.json');
  writeFileSync(`${path}.new`, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  renameSync(`${path}.new`, path);
}

/** A gateway inside the test's process. */
export class TestGateway extends GatewayClient {
  constructor(
    url: string,
    readonly app: NestExpressApplication,
    readonly state: GatewayState,
    private readonly logger: RecordingLogger,
    private readonly ownsState: boolean,
  ) {
    super(url, state.token);
  }

  /** Replaces the operator's file; the gateway notices by itself. */
  writeMcpConfig(content: object | string): void {
    writeMcpConfig(this.state, content);
  }

  logs(event?: string): readonly LogLine[] {
    return this.logger.lines.filter((line) => event === undefined || line.event === event);
  }

  async close(): Promise<void> {
    if (!Reflect.has(this, 'app')) return;
    await this.app.close();
    // Test modules live as long as their worker, and so would the gateways in their variables.
    Reflect.deleteProperty(this, 'app');
    if (this.ownsState) await this.state.remove();
  }
}

/** The least that Argon2 allows: each hash takes less than a millisecond. */
const cheapArgon2Cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Starts the whole gateway in this process, on a free port of the loopback address and on data of its own. */
export async function startGateway({
  env,
  mcpServers,
  state: given,
  clock = new SystemClock(),
  hooks = [],
}: GatewayOptions = {}): Promise<TestGateway> {
  const state = given ?? (await gatewayState());
  if (mcpServers !== undefined || given === undefined)
    writeMcpConfig(state, { mcpServers: mcpServers ?? {} });
  const config = Config.load({}, { ...settings(state), LOG_LEVEL: 'silent', ...env });
  const logger = new RecordingLogger(config);
  const module = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(Config)
    .useValue(config)
    .overrideProvider(Logger)
    .useValue(logger)
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(ExpressionThreads)
    .useClass(LentThreads)
    .overrideProvider(argon2Cost)
    .useValue(cheapArgon2Cost)
    .overrideProvider(callHooks)
    .useValue(hooks)
    .compile();
  // A test does not survive a power cut either: without the wait for the disk a write takes 0.05 ms in place of 8.
  if (state.database.url === undefined) await module.get(DataSource).query('PRAGMA synchronous = OFF');
  const app = module.createNestApplication<NestExpressApplication>({ bodyParser: false, logger });
  setupApp(app);
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  config.listening(port);
  return new TestGateway(`http://127.0.0.1:${String(port)}`, app, state, logger, given === undefined);
}

/** What every gateway under test is told. */
export function settings(state: GatewayState): Partial<Values> {
  return {
    HOST: '127.0.0.1',
    PORT: 0,
    DATA_DIR: state.folder.path,
    MCP_CONFIG: state.folder.file('mcp.json'),
    BOOTSTRAP_TOKEN: state.token,
    ...(state.database.url === undefined ? {} : { DATABASE_URL: state.database.url }),
    RATE_LIMIT_PER_MINUTE: 0,
    ACCOUNT_CHANGES_PER_MINUTE: 0,
    BACKOFF_BASE_MS: 20,
    BACKOFF_MAX_MS: 200,
    DRAIN_TIMEOUT_MS: 500,
    // On a busy machine a thread can wait longer for the processor than the default of 500 ms.
    WORKFLOW_EXPRESSION_MS: 20_000,
  };
}
