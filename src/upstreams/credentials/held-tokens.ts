import { keyOfOwner, type ConnectionOwner } from '../../kernel/caller.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { freshUntil, usableUntil, type Credential } from './store/credential.js';

export interface Obtained {
  readonly credential: Credential;
  readonly token: string;
  /** There will be another one when it ends, and nobody has to do anything for it. */
  readonly isRenewable: boolean;
}

/** A token in memory. Times in milliseconds since the epoch. */
export interface HeldToken {
  readonly id: string;
  readonly version: number;
  readonly serverId: string;
  readonly owner: ConnectionOwner;
  readonly token: string;
  /** Of the declaration that it was got by. */
  readonly fingerprint: string;
  /** From then on it is renewed ahead of its end. */
  renewAt: number;
  readonly usableUntil: number;
}

const maxHeld = 20_000;

/** What the credential of an owner at a server is looked up by. */
export function tokenKey({ id }: Pick<RegisteredServer, 'id'>, owner: ConnectionOwner): string {
  return `${id} ${keyOfOwner(owner)}`;
}

/** The tokens that this process has at hand: a call costs one look. */
export class HeldTokens {
  private readonly byKey = new Map<string, HeldToken>();
  private readonly keys = new Map<string, string>();

  find(key: string): HeldToken | undefined {
    return this.byKey.get(key);
  }

  /** An older version than the one at hand changes nothing. */
  hold(key: string, fingerprint: string, { credential, token, isRenewable }: Obtained): void {
    const known = this.byKey.get(key);
    if (known?.id === credential.id && known.version > credential.version) return;
    this.drop(key);
    for (const oldest of this.byKey.keys()) {
      if (this.byKey.size < maxHeld) break;
      this.drop(oldest);
    }
    const { id, version, serverId, owner } = credential;
    const end = usableUntil(credential);
    const renewAt = isRenewable ? freshUntil(credential) : end;
    this.keys.set(id, key);
    this.byKey.set(key, {
      ...{ id, version, serverId, owner, token, fingerprint, renewAt },
      usableUntil: end,
    });
  }

  /** What was there. */
  drop(key: string): HeldToken | undefined {
    const known = this.byKey.get(key);
    if (known !== undefined) this.keys.delete(known.id);
    this.byKey.delete(key);
    return known;
  }

  dropById(id: string): HeldToken | undefined {
    const key = this.keys.get(id);
    return key === undefined ? undefined : this.drop(key);
  }

  clear(): void {
    this.byKey.clear();
    this.keys.clear();
  }

  /** Ids and versions of all. */
  versions(): ReadonlyMap<string, number> {
    return new Map([...this.byKey.values()].map(({ id, version }) => [id, version]));
  }
}
