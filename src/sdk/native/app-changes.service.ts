import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfigs } from '../../apps/app-configs.service.js';
import type { AppState } from '../../apps/app.js';
import type { Principal } from '../../kernel/principal.js';
import { NativeAccess } from '../../upstreams/native-access.service.js';
import type { ListKind } from '../../upstreams/upstream-connector.port.js';
import { ServerRound } from '../server-round.service.js';

type Listener = (kind: ListKind) => void;

interface Watcher {
  readonly principal: Principal;
  readonly listener: Listener;
  release: () => void;
}

const kinds: readonly ListKind[] = ['tools', 'resources', 'prompts'];

/** Who wants to know when a list of an app changes: because a server says so, or because the app has been changed. */
@Injectable()
export class AppChanges implements OnModuleInit {
  private readonly watchers = new Map<string, Set<Watcher>>();

  constructor(
    private readonly apps: AppConfigs,
    private readonly round: ServerRound,
    private readonly access: NativeAccess,
  ) {}

  onModuleInit(): void {
    this.apps.onChange((appId) => void this.changed(appId));
  }

  /** Runs `listener` after each change. The result takes it back. */
  watch(principal: Principal, state: AppState, listener: Listener): () => void {
    const watcher: Watcher = { principal, listener, release: this.attach(principal, state, listener) };
    const { id } = state.app;
    let ofApp = this.watchers.get(id);
    if (ofApp === undefined) this.watchers.set(id, (ofApp = new Set<Watcher>()));
    ofApp.add(watcher);
    return () => {
      watcher.release();
      ofApp.delete(watcher);
      if (ofApp.size === 0) this.watchers.delete(id);
    };
  }

  private attach(principal: Principal, state: AppState, listener: Listener): () => void {
    const sets = this.round
      .servers(state)
      .map((server) => this.access.upstream(server, principal.accountId).listListeners);
    for (const set of sets) set.add(listener);
    return () => {
      for (const set of sets) set.delete(listener);
    };
  }

  /** Another config may mean other servers: from now on it is these that are listened to. */
  private async changed(appId: string): Promise<void> {
    const ofApp = this.watchers.get(appId);
    if (ofApp === undefined) return;
    const state = await this.apps.find(appId).catch(() => undefined);
    for (const watcher of ofApp) {
      watcher.release();
      if (state !== undefined) watcher.release = this.attach(watcher.principal, state, watcher.listener);
      for (const kind of kinds) watcher.listener(kind);
    }
  }
}
