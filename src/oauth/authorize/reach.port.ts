import type { GrantResource, Role } from '../../kernel/principal.js';

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

/** A server that wants somebody to connect it before it can be used. */
export interface UnconnectedServer {
  readonly handle: string;
  /** The page of ours where that is done; it takes `return`, a path to go on to. */
  readonly connectPath: string;
}

/** The resource parameter of a request (RFC 8707) as something of an account. */
export interface ResolvedResource {
  readonly binding: GrantResource;
  /** Its address as its metadata spells it. */
  readonly canonical: string;
  /** For people. */
  readonly title: string;
}

/** Somebody in an account, with what that place lets them do. */
export interface ReachingMember {
  readonly accountId: string;
  readonly userId: string;
  readonly role: Role;
  readonly operator: boolean;
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
  /** Of what the program asks for (`undefined`: everything), the servers that wait for this member to connect them; some of them, where there are many. */
  abstract unconnected(
    member: ReachingMember,
    resource: GrantResource | undefined,
  ): Promise<readonly UnconnectedServer[]>;
}
