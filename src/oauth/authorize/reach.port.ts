import type { GrantResource } from '../../kernel/principal.js';

/** A server that a member may use, for a checkbox. */
export interface ReachableServer {
  readonly handle: string;
  readonly title?: string;
}

export interface ReachableApp {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** The resource parameter of a request (RFC 8707) as something of an account. */
export interface ResolvedResource {
  readonly binding: GrantResource;
  /** Its address as its metadata spells it. */
  readonly canonical: string;
  /** For people. */
  readonly title: string;
}

/** What there is in an account that a program can be let in to. */
export abstract class Reach {
  /** What this member may use. */
  abstract of(
    accountId: string,
    userId: string,
  ): Promise<{ readonly servers: readonly ReachableServer[]; readonly apps: readonly ReachableApp[] }>;
  /** What an address is; slug, id and a slash at the end are the same. `undefined`: none of ours, or no such thing. */
  abstract resolve(
    resource: string,
    accountId: string,
    userId: string,
  ): Promise<ResolvedResource | undefined>;
}
