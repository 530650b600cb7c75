import type { ClientMetadata } from './client.js';

/** A registered client. Times in milliseconds since the epoch. */
export interface RegisteredClient extends ClientMetadata {
  readonly id: string;
  readonly kind: 'registered' | 'operator';
  readonly secretDigest: string | null;
  readonly createdAt: number;
  /** When it last registered or asked for something. */
  readonly seenAt: number;
  /** When a person last let it in; `null` while nobody has. */
  readonly usedAt: number | null;
}

/** Keeps registered clients. */
export abstract class ClientStore {
  /** The first of `ids` that is there. */
  abstract findFirst(ids: readonly string[]): Promise<RegisteredClient | undefined>;
  /**
   * Inserts one, unless it is there by now. Where there are `max` already, one makes room: of those that nobody ever let in, else of those whose
   * leave has ended everywhere, else of the account that has let in the most and more than a quarter of all. `false` when there is none.
   */
  abstract insert(client: RegisteredClient, max: number): Promise<boolean>;
  abstract touch(id: string, times: { readonly seenAt: number; readonly usedAt?: number }): Promise<void>;
  /** Removes at most `limit` that were not seen since; how many it were. */
  abstract removeUnseen(since: number, limit: number): Promise<number>;
}
