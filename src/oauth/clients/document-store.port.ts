import type { ClientMetadata } from './client.js';

/** A document as it was last had. Times in milliseconds since the epoch. */
export interface KeptDocument extends ClientMetadata {
  /** Its address. */
  readonly id: string;
  readonly fetchedAt: number;
  readonly freshUntil: number;
  readonly seenAt: number;
}

/** Keeps documents of clients. */
export abstract class DocumentStore {
  abstract find(address: string): Promise<KeptDocument | undefined>;
  /** Puts one in place of the one before; where there are `max` others, the one not seen for longest makes room. */
  abstract keep(document: KeptDocument, max: number): Promise<void>;
  abstract touch(address: string, seenAt: number): Promise<void>;
  /** Removes at most `limit` that were not seen since; how many it were. */
  abstract removeUnseen(since: number, limit: number): Promise<number>;
}
