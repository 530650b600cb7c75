import type { UpstreamState } from '../upstreams/connection/upstream-state.js';

/** How a server of an app took part in a list over all of them. */
export interface ServerReport {
  readonly name: string;
  readonly status: UpstreamState['status'];
  /** Why its part is missing or may be old. */
  readonly error?: { readonly code: string; readonly detail?: string };
}
