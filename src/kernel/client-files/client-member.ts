import type { JsonObject } from '../json/json.js';
import type { ClientId } from './clients.js';
import type { MemberReader } from './member-readers.js';
import type { ClientNoteEffect } from './server-draft.js';

/** What `gantry import` and the operator's file make of a member of a client's file. The table of docs/clients/import.md is made of these. */
export interface ClientMember {
  readonly names: readonly string[];
  readonly clients: readonly ClientId[];
  /** What happens, for people. */
  readonly becomes: string;
  /** What the example leads to; `mapped`: a member of the gateway. */
  readonly effect: 'mapped' | ClientNoteEffect;
  readonly example: unknown;
  readonly read: MemberReader;
  /** Whether the gateway itself reads the value as it stands. */
  readonly isOwn?: (value: unknown, entry: JsonObject) => boolean;
}
