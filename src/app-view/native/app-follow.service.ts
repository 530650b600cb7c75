import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfigs } from '../../apps/app/app-configs.service.js';
import type { AppState } from '../../apps/document/app.js';
import type { Caller } from '../../kernel/caller.js';
import type { Principal } from '../../kernel/principal.js';
import { OperatorServers } from '../../upstreams/declared/operator-servers.service.js';

/** Attaches to the servers of an app as it is now. The result takes it back. */
export type Attach = (state: AppState) => Promise<() => void> | (() => void);

interface Follower {
  readonly principal: Principal;
  readonly attach: Attach;
  readonly onChange: () => void;
  release: () => void;
  ended: boolean;
}

/** Keeps what listens to the servers of an app attached to the right ones: another config or operator's file may mean others. */
@Injectable()
export class AppFollow implements OnModuleInit {
  private readonly followers = new Map<string, Set<Follower>>();

  constructor(
    private readonly apps: AppConfigs,
    private readonly operators: OperatorServers,
  ) {}

  onModuleInit(): void {
    this.apps.onChange((appId) => void this.changed(appId));
    this.operators.onChange(() => {
      for (const appId of this.followers.keys()) void this.changed(appId);
    });
  }

  /** Attaches now and after each change, when `onChange` runs too. Rejects when the first time fails. The result ends it. */
  async follow(
    { principal }: Caller,
    state: AppState,
    attach: Attach,
    onChange: () => void,
  ): Promise<() => void> {
    const follower: Follower = { principal, attach, onChange, release: await attach(state), ended: false };
    const { id } = state.app;
    let ofApp = this.followers.get(id);
    if (ofApp === undefined) this.followers.set(id, (ofApp = new Set<Follower>()));
    ofApp.add(follower);
    return () => {
      follower.ended = true;
      follower.release();
      ofApp.delete(follower);
      if (ofApp.size === 0 && this.followers.get(id) === ofApp) this.followers.delete(id);
    };
  }

  private async changed(appId: string): Promise<void> {
    const ofApp = this.followers.get(appId);
    if (ofApp === undefined) return;
    for (const follower of [...ofApp]) await this.attachAnew(follower, appId);
  }

  /** To the app as it is now for whoever follows it. */
  private async attachAnew(follower: Follower, appId: string): Promise<void> {
    const state = await this.apps.findReached(follower.principal, appId).catch(() => undefined);
    if (hasEnded(follower)) return;
    follower.release();
    follower.release = () => undefined;
    const release = state === undefined ? undefined : await attached(follower, state);
    if (hasEnded(follower)) release?.();
    else {
      if (release !== undefined) follower.release = release;
      follower.onChange();
    }
  }
}

/** Asked again after each wait. */
function hasEnded({ ended }: Follower): boolean {
  return ended;
}

/** What cannot be attached to now is taken up again at the next change. */
async function attached({ attach }: Follower, state: AppState): Promise<(() => void) | undefined> {
  try {
    return await attach(state);
  } catch {
    return undefined;
  }
}
