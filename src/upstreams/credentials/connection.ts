import type { ConnectionOwner } from '../../kernel/caller.js';

export type ConnectionState = 'ok' | 'needs_auth' | 'refreshing';

/** What is known of a credential at a server; nothing of it is secret. Times in milliseconds since the epoch. */
export interface Connection {
  /** `ucr_…` */
  readonly id: string;
  readonly serverId: string;
  /** As the caller who asks names the server; `undefined` when it is not declared any more. */
  readonly server: string | undefined;
  readonly owner: ConnectionOwner;
  readonly state: ConnectionState;
  readonly scopes: readonly string[];
  /** What a tool needs beyond them, until somebody connects anew. */
  readonly lackedScopes: readonly string[];
  readonly issuer: string;
  readonly expiresAt: number | undefined;
  readonly lastError: string | undefined;
}

/** The authorization server has asked for more: a browser that is sent there, and what it brings back. */
export interface CallbackAnswer {
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
  readonly errorDescription?: string | undefined;
}

/** What a test of a connection found. */
export interface ConnectionTest {
  readonly ok: boolean;
  /** Whom the server takes us for, as far as its introduction says. */
  readonly identity?: string | undefined;
  readonly toolCount?: number | undefined;
  readonly error?: string | undefined;
}

/** What became of a credential: it works (again), or somebody must connect. */
export interface CredentialChange {
  readonly what: 'connected' | 'needs_auth';
  readonly serverId: string;
  readonly owner: ConnectionOwner;
}
