import type { JsonObject } from '../../../kernel/json/json.js';
import type { PinDrift, Matters, Pin } from './drift.js';
import type { PinKind } from './fingerprint.js';
import type { PinnedServer } from './pinned-server.js';

/** How what a server has of one kind differs from what is pinned. */
export interface Verdict {
  readonly pin: Pin;
  readonly drift: PinDrift;
}

/** What a server has, and which of it the app sees. */
export interface Seen {
  readonly kind: PinKind;
  readonly items: readonly JsonObject[];
  readonly matters: Matters;
}

/** Who judges. */
export interface Judge {
  /** The pin that is in force; `undefined` while it has to be read. */
  known(server: PinnedServer, kind: PinKind): Pin | undefined;
  /** Compares, and reports what has drifted. */
  judge(accountId: string, server: PinnedServer, seen: Seen): Promise<Verdict>;
  /** What is pinned could not be read, which the app lets pass. */
  passUnread(server: PinnedServer, error: unknown): void;
}
