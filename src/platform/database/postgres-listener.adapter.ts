import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { signalChannel, Signals } from './signals.js';

const reconnectMs = 500;
const heartbeatMs = 10_000;

/** Holds the one connection on which a process hears the signals of others; opens it again for as long as the process lives. */
@Injectable()
export class PostgresListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private client: pg.Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly signals: Signals,
    private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.values.DATABASE_URL !== undefined) await this.open();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async open(): Promise<void> {
    const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL } = this.config.values;
    const client = new pg.Client({
      connectionString: DATABASE_DIRECT_URL,
      application_name: 'gantry signals',
      connectionTimeoutMillis: 3000,
      query_timeout: 5000,
      keepAlive: true,
    });
    this.client = client;
    client.on('notification', ({ payload = '' }) => {
      this.signals.received(payload);
    });
    client.on('error', (error) => {
      this.lost(client, error);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${signalChannel}`);
      this.signals.missedSome();
      this.later(heartbeatMs, () => this.beat(client));
    } catch (error) {
      this.lost(client, error);
    }
  }

  /** A connection can die without a word. */
  private async beat(client: pg.Client): Promise<void> {
    try {
      await client.query('SELECT 1');
      this.later(heartbeatMs, () => this.beat(client));
    } catch (error) {
      this.lost(client, error);
    }
  }

  private lost(client: pg.Client, error: unknown): void {
    if (this.stopped || client !== this.client) return;
    this.client = undefined;
    this.logger.debug('signals.lost', { error });
    void client.end().catch(() => undefined);
    this.later(reconnectMs, () => this.open());
  }

  private later(ms: number, work: () => Promise<void>): void {
    clearTimeout(this.timer);
    if (!this.stopped) this.timer = setTimeout(() => void work(), ms).unref();
  }
}
