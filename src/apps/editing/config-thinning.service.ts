import { Injectable } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { AccountUsage } from '../../platform/usage/account-usage.service.js';
import { AppStore } from '../app/app-store.port.js';
import type { VersionUse } from './version-use.port.js';

const retryAfterMs = 60_000;

/** Bounds what the versions of configs take up: the oldest of an app go, but those that something goes by. */
@Injectable()
export class ConfigThinning {
  private readonly uses: VersionUse[] = [];

  /** The last write of each account that has some under way. */
  private readonly writes = new Map<string, Promise<unknown>>();

  constructor(
    private readonly store: AppStore,
    private readonly usage: AccountUsage,
    private readonly config: Config,
  ) {
    usage.show({
      name: 'configBytes',
      variable: 'ACCOUNT_CONFIG_BYTES',
      unit: 'bytes',
      max: config.values.ACCOUNT_CONFIG_BYTES,
      used: (accountId) => store.configBytes(accountId),
    });
  }

  /** From now on what `use` goes by stays. */
  register(use: VersionUse): void {
    this.uses.push(use);
  }

  /**
   * Writes so many bytes more when the account has room for them: of its writes that come at once each counts those before it, at this
   * process. Throws `overloaded`, which names the limit.
   */
  async withRoom<T>(accountId: string, bytes: number, write: () => Promise<T>): Promise<T> {
    const before = this.writes.get(accountId) ?? Promise.resolve();
    const own = before.then(async () => {
      await this.requireRoom(accountId, bytes);
      return write();
    });
    const settled = own.catch(() => undefined);
    this.writes.set(accountId, settled);
    try {
      return await own;
    } finally {
      if (this.writes.get(accountId) === settled) this.writes.delete(accountId);
    }
  }

  private async requireRoom(accountId: string, bytes: number): Promise<void> {
    const { ACCOUNT_CONFIG_BYTES } = this.config.values;
    if ((await this.store.configBytes(accountId)) + bytes <= ACCOUNT_CONFIG_BYTES) return;
    this.usage.refused('configBytes');
    throw new Problem(
      'overloaded',
      'The configs of the account, with their older versions, take up what they may (ACCOUNT_CONFIG_BYTES): delete an app, or erase older versions.',
      { retryAfterMs, members: { limit: 'ACCOUNT_CONFIG_BYTES' } },
    );
  }

  /** Removes the oldest versions beyond the newest MAX_CONFIG_VERSIONS, and beyond MAX_CONFIG_HISTORY_BYTES. The current one stays. */
  async thinOut(appId: string): Promise<void> {
    const { MAX_CONFIG_VERSIONS, MAX_CONFIG_HISTORY_BYTES } = this.config.values;
    let bytes = 0;
    const versions = await this.store.versionSizes(appId);
    const old = versions.filter((version, index) => {
      bytes += version.bytes;
      return index > 0 && (index >= MAX_CONFIG_VERSIONS || bytes > MAX_CONFIG_HISTORY_BYTES);
    });
    if (old.length === 0) return;
    const used = new Set((await Promise.all(this.uses.map((use) => use.versionsInUse(appId)))).flat());
    await this.store.removeVersions(
      appId,
      old.map(({ version }) => version).filter((version) => !used.has(version)),
    );
  }
}
