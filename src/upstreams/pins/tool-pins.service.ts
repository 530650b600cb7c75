import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AppConfigs } from '../../apps/app-configs.service.js';
import { Clock } from '../../kernel/clock.js';
import type { JsonObject } from '../../kernel/json.js';
import { Logger } from '../../platform/logging/logger.js';
import type { RegisteredServer } from '../registered-server.js';
import { withoutBlocked, type ToolView } from '../tool-view.js';
import { DriftReports } from './drift-reports.service.js';
import { completed, driftOf, type ToolDrift, type ToolPin } from './tool-drift.js';
import { toolSetOf } from './tool-fingerprint.js';
import { ToolPinStore } from './tool-pin-store.port.js';

type AppServer = RegisteredServer & Required<Pick<RegisteredServer, 'app'>>;

interface Judgement {
  readonly pin: ToolPin;
  readonly drift: ToolDrift;
  readonly view: ToolView;
}

/** Those used last; others are read again. */
const maxPins = 10_000;

/**
 * Holds the tools of an app's servers to what they were when they were first seen or last accepted. Each list is looked at once; from
 * then on the answer is there at once.
 */
@Injectable()
export class ToolPins implements OnModuleInit {
  private readonly pins = new LRUCache<string, ToolPin>({ max: maxPins });
  private readonly loading = new Map<string, Promise<ToolPin>>();
  private readonly judgements = new WeakMap<ToolView, Judgement>();
  /** Grows when a pin may have changed, so that a load under way does not keep an old one. */
  private epoch = 0;

  constructor(
    private readonly store: ToolPinStore,
    private readonly reports: DriftReports,
    private readonly apps: AppConfigs,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.apps.onChange((appId) => {
      this.epoch++;
      for (const [serverId, pin] of this.pins.entries()) if (pin.appId === appId) this.pins.delete(serverId);
    });
  }

  /** The view as the pins leave it; `undefined` while it has not been looked at. */
  known(server: RegisteredServer, view: ToolView): ToolView | undefined {
    if (!isPinned(server)) return view;
    const judgement = this.judgements.get(view);
    return judgement !== undefined && judgement.pin === this.pins.get(server.id) ? judgement.view : undefined;
  }

  /** The same after looking at it. When pins cannot be read, `block` rejects and `warn` lets everything pass. */
  async apply(
    accountId: string,
    server: RegisteredServer,
    view: ToolView,
    items: readonly JsonObject[],
  ): Promise<ToolView> {
    const known = this.known(server, view);
    if (known !== undefined || !isPinned(server)) return known ?? view;
    try {
      return (await this.judge(accountId, server, view, items)).view;
    } catch (error) {
      if (blocks(server)) throw error;
      this.logger.error('tools.pins-unreadable', { server: server.handle, error });
      return view;
    }
  }

  /** How the tools differ from the pin; `undefined` for a server that is not an app's or not pinned. */
  async driftOf(
    accountId: string,
    server: RegisteredServer,
    view: ToolView,
    items: readonly JsonObject[],
  ): Promise<Pick<Judgement, 'pin' | 'drift'> | undefined> {
    return isPinned(server) ? this.judge(accountId, server, view, items) : undefined;
  }

  private async judge(
    accountId: string,
    server: AppServer,
    view: ToolView,
    items: readonly JsonObject[],
  ): Promise<Judgement> {
    const set = toolSetOf(items);
    const found = this.pins.get(server.id) ?? (await this.load(accountId, server, items));
    const full = completed(found, set);
    const pin = full === found ? found : await this.complete(accountId, server, items, [found, full]);
    const drift = driftOf(pin, set, (tool) => server.policy.allows(tool));
    const kinds = new Map(drift.changes.map(({ tool, kind }) => [tool, kind]));
    const judgement = { pin, drift, view: blocks(server) ? withoutBlocked(view, kinds) : view };
    this.judgements.set(view, judgement);
    if (drift.changes.length > 0 && pin.reported !== drift.digest)
      this.reports.drifted(accountId, server, pin, drift);
    return judgement;
  }

  /** Single flight. At first sight the pin is made of what there is. */
  private load(accountId: string, server: AppServer, items: readonly JsonObject[]): Promise<ToolPin> {
    let loading = this.loading.get(server.id);
    if (loading === undefined) {
      loading = this.read(accountId, server, items).finally(() => this.loading.delete(server.id));
      this.loading.set(server.id, loading);
    }
    return loading;
  }

  private async read(accountId: string, server: AppServer, items: readonly JsonObject[]): Promise<ToolPin> {
    for (;;) {
      const { epoch } = this;
      const pin = (await this.store.find(server.id)) ?? (await this.create(accountId, server, items));
      if (epoch !== this.epoch) continue;
      this.pins.set(server.id, pin);
      return pin;
    }
  }

  /** Adds to a pin of an earlier release what that did not look at; drift of the rest does not wait for it. */
  private async complete(
    accountId: string,
    server: AppServer,
    items: readonly JsonObject[],
    [before, after]: readonly [ToolPin, ToolPin],
  ): Promise<ToolPin> {
    try {
      const isComplete = await this.store.complete(before, after);
      if (this.pins.get(server.id) === before) {
        if (isComplete) this.pins.set(server.id, after);
        else this.pins.delete(server.id);
      }
      return this.pins.get(server.id) ?? (await this.load(accountId, server, items));
    } catch (error) {
      this.logger.error('tools.pins-unwritable', { server: server.handle, error });
      return before;
    }
  }

  private async create(accountId: string, server: AppServer, items: readonly JsonObject[]): Promise<ToolPin> {
    const { tools, warnings } = toolSetOf(items);
    const pin = {
      ...{ serverId: server.id, appId: server.app.id, tools, version: 1, pinnedAt: this.clock.now() },
      ...{ acceptedBy: undefined, reported: undefined },
    };
    await this.store.insertIfNew(pin);
    this.reports.suspicious(
      accountId,
      server,
      warnings.filter(({ tool }) => server.policy.allows(tool)),
    );
    return (await this.store.find(server.id)) ?? pin;
  }
}

function isPinned(server: RegisteredServer): server is AppServer {
  return server.app !== undefined && server.app.policies.toolPinning !== 'off';
}

function blocks({ app }: AppServer): boolean {
  return app.policies.toolPinning === 'block';
}
