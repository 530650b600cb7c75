import type { JsonObject } from '../../../kernel/json/json.js';
import type { RegisteredServer } from '../../declared/registered-server.js';
import type { PinChange } from './drift.js';
import type { PinKind } from './fingerprint.js';
import { blocksDrift, isPinned, type PinnedServer } from './pinned-server.js';
import type { Judge, Verdict } from './verdict.js';

interface Judgement<V> extends Verdict {
  readonly view: V;
}

/** What the pins need to know of a kind of view. */
export interface PinnedKind<V> {
  readonly kind: PinKind;
  /** Whether the app sees something, by the server's name for it; found in steps. */
  readonly matters: (server: RegisteredServer, view: V, name: string) => Generator<undefined, boolean>;
  /** The view without what is blocked, by the server's names for it. */
  readonly without: (view: V, blocked: ReadonlyMap<string, PinChange['kind']>) => V;
}

/** Views of lists as the pins leave them. Each is looked at once; from then on the answer is there at once. */
export class PinnedViews<V extends object> {
  private readonly judgements = new WeakMap<V, Judgement<V>>();

  constructor(
    private readonly pins: Judge,
    private readonly of: PinnedKind<V>,
  ) {}

  /** The view as the pins leave it; `undefined` while it has not been looked at. */
  known(server: RegisteredServer, view: V): V | undefined {
    if (!isPinned(server)) return view;
    const judgement = this.judgements.get(view);
    return judgement !== undefined && judgement.pin === this.pins.known(server, this.of.kind)
      ? judgement.view
      : undefined;
  }

  /** The same after looking at it. When pins cannot be read, `block` rejects and `warn` lets everything pass. */
  async apply(
    accountId: string,
    server: RegisteredServer,
    view: V,
    items: readonly JsonObject[],
  ): Promise<V> {
    if (!isPinned(server)) return view;
    try {
      return (await this.judge(accountId, server, view, items)).view;
    } catch (error) {
      if (blocksDrift(server)) throw error;
      this.pins.passUnread(server, error);
      return view;
    }
  }

  /** How a list differs from the pin; `undefined` for a server that is not an app's or not pinned. */
  async driftOf(
    accountId: string,
    server: RegisteredServer,
    view: V,
    items: readonly JsonObject[],
  ): Promise<Verdict | undefined> {
    return isPinned(server) ? this.judge(accountId, server, view, items) : undefined;
  }

  private async judge(
    accountId: string,
    server: PinnedServer,
    view: V,
    items: readonly JsonObject[],
  ): Promise<Judgement<V>> {
    const { kind, matters, without } = this.of;
    const verdict = await this.pins.judge(accountId, server, {
      kind,
      items,
      matters: (name) => matters(server, view, name),
    });
    const blocked = new Map(verdict.drift.changes.map((change) => [change.name, change.kind]));
    const judgement = { ...verdict, view: blocksDrift(server) ? without(view, blocked) : view };
    this.judgements.set(view, judgement);
    return judgement;
  }
}
