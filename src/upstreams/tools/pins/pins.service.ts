import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppConfigs } from '../../../apps/app/app-configs.service.js';
import { Clock } from '../../../kernel/pacing/clock.js';
import { inSlices } from '../../../kernel/pacing/slices.js';
import { Logger } from '../../../platform/logging/logger.js';
import { DriftReports } from './drift-reports.service.js';
import { comparing, completed, mattering, type Pin } from './drift.js';
import { pinnedSetOf, type PinKind, type PinnedSet } from './fingerprint.js';
import { PinStore } from './pin-store.port.js';
import type { PinnedServer } from './pinned-server.js';
import type { Judge, Seen, Verdict } from './verdict.js';

/** Those used last; others are read again. */
const maxPins = 10_000;

/** Holds what an app's servers have to what it was when it was first seen or last accepted. */
@Injectable()
export class Pins implements Judge, OnModuleInit {
  private readonly pins = new LRUCache<string, Pin>({ max: maxPins });
  private readonly loading = new Map<string, Promise<Pin>>();
  /** Grows when a pin may have changed, so that a load under way does not keep an old one. */
  private epoch = 0;

  constructor(
    private readonly store: PinStore,
    private readonly reports: DriftReports,
    private readonly apps: AppConfigs,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.apps.onChange((appId) => {
      this.epoch++;
      for (const [key, pin] of this.pins.entries()) if (pin.appId === appId) this.pins.delete(key);
    });
  }

  /** The pin that is in force; `undefined` while it has to be read. */
  known(server: PinnedServer, kind: PinKind): Pin | undefined {
    return this.pins.get(keyOf(server, kind));
  }

  /** Compares, and reports what has drifted. At first sight the pin is made of what there is. */
  async judge(accountId: string, server: PinnedServer, seen: Seen): Promise<Verdict> {
    const set = await pinnedSetOf(seen.kind, seen.items);
    const found = this.pins.get(keyOf(server, seen.kind)) ?? (await this.load(accountId, server, seen, set));
    const full = completed(found, set);
    const pin = full === found ? found : await this.complete(accountId, server, seen, set, [found, full]);
    const drift = await inSlices(comparing(pin, set, seen.matters));
    if (drift.changes.length > 0 && pin.reported !== drift.digest)
      this.reports.drifted(accountId, server, pin, drift);
    return { pin, drift };
  }

  /** What is pinned could not be read, which the app lets pass. */
  passUnread({ handle }: PinnedServer, error: unknown): void {
    this.logger.error('tools.pins-unreadable', { server: handle, error });
  }

  /** Single flight. */
  private load(accountId: string, server: PinnedServer, seen: Seen, set: PinnedSet): Promise<Pin> {
    const key = keyOf(server, seen.kind);
    let loading = this.loading.get(key);
    if (loading === undefined) {
      loading = this.read(accountId, server, seen, set).finally(() => this.loading.delete(key));
      this.loading.set(key, loading);
    }
    return loading;
  }

  private async read(accountId: string, server: PinnedServer, seen: Seen, set: PinnedSet): Promise<Pin> {
    const key = { serverId: server.id, kind: seen.kind };
    for (;;) {
      const { epoch } = this;
      const pin = (await this.store.find(key)) ?? (await this.create(accountId, server, seen, set));
      if (epoch !== this.epoch) continue;
      this.pins.set(keyOf(server, seen.kind), pin);
      return pin;
    }
  }

  /** Adds to a pin of an earlier release what that did not look at; drift of the rest does not wait for it. */
  private async complete(
    accountId: string,
    server: PinnedServer,
    seen: Seen,
    set: PinnedSet,
    [before, after]: readonly [Pin, Pin],
  ): Promise<Pin> {
    const key = keyOf(server, seen.kind);
    try {
      const isComplete = await this.store.complete(before, after);
      if (this.pins.get(key) === before) {
        if (isComplete) this.pins.set(key, after);
        else this.pins.delete(key);
      }
      return this.pins.get(key) ?? (await this.load(accountId, server, seen, set));
    } catch (error) {
      this.logger.error('tools.pins-unwritable', { server: server.handle, error });
      return before;
    }
  }

  private async create(
    accountId: string,
    server: PinnedServer,
    { kind, matters }: Seen,
    { items, warnings }: PinnedSet,
  ): Promise<Pin> {
    const key = { serverId: server.id, kind };
    const pin = {
      ...{ ...key, appId: server.app.id, items, version: 1, pinnedAt: this.clock.now() },
      ...{ acceptedBy: undefined, reported: undefined },
    };
    await this.store.insertIfNew(pin);
    const seen = await inSlices(mattering(new Set(warnings.map(({ name }) => name)), matters));
    this.reports.suspicious(
      accountId,
      server,
      kind,
      warnings.filter(({ name }) => seen.has(name)),
    );
    return (await this.store.find(key)) ?? pin;
  }
}

function keyOf({ id }: PinnedServer, kind: PinKind): string {
  return `${kind} ${id}`;
}
