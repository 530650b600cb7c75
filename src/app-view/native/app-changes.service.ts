import { Injectable } from '@nestjs/common';
import type { AppState } from '../../apps/document/app.js';
import { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import { NativeAccess } from '../../upstreams/connection/native-access.service.js';
import type { ListKind } from '../../mcp/wire/list-kind.js';
import { Spaced } from '../../kernel/pacing/spaced.js';
import { ServerFanOut } from '../server-fan-out.service.js';
import { AppAddresses } from './app-addresses.service.js';
import { AppFollow } from './app-follow.service.js';

/** A server can change its lists without a pause; clients read them again each time. */
const spacingMs = 1000;
const kinds: readonly ListKind[] = ['tools', 'resources', 'prompts'];

/** What changes in an app: its lists and its resources, because a server says so or because the app is another one by now. */
@Injectable()
export class AppChanges {
  constructor(
    private readonly round: ServerFanOut,
    private readonly addresses: AppAddresses,
    private readonly access: NativeAccess,
    private readonly follow: AppFollow,
  ) {}

  /** Runs `listener` after changes of a list: after the first at once, then at most once a second. The result takes it back. */
  async watch(caller: Caller, state: AppState, listener: (kind: ListKind) => void): Promise<() => void> {
    const changes = new Spaced(spacingMs, listener);
    const stop = await this.everyChange(caller, state, (kind) => {
      changes.ask(kind);
    });
    return () => {
      stop();
      changes.stop();
    };
  }

  private everyChange(
    caller: Caller,
    state: AppState,
    listener: (kind: ListKind) => void,
  ): Promise<() => void> {
    const attach = (current: AppState) => {
      const sets = this.round
        .servers(current)
        .map((server) => this.access.upstream(server, caller).listeners.lists);
      for (const set of sets) set.add(listener);
      return () => {
        for (const set of sets) set.delete(listener);
      };
    };
    return this.follow.follow(caller, state, attach, () => {
      for (const kind of kinds) listener(kind);
    });
  }

  /**
   * Runs `listener` after each change of a resource. Rejects with `resource-not-found`, `ambiguous-resource`, or the problem of a server
   * that does not tell of changes.
   */
  subscribe(
    caller: Caller,
    state: AppState,
    uri: string,
    listener: (uri: string) => void,
  ): Promise<() => void> {
    const attach = async (current: AppState) => {
      const scope = new CallScope('app-subscription');
      const { server, uri: own, shown } = await this.addresses.find(caller, current, uri, scope);
      const { resources } = this.access.upstream(server, caller).listeners;
      return resources.watch(own, (changed) => {
        listener(shown(changed));
      });
    };
    return this.follow.follow(caller, state, attach, () => {
      listener(uri);
    });
  }
}
