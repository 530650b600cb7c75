import type { GrantResource } from '../../kernel/principal.js';
import type { Reach } from '../authorize/reach.port.js';
import { isSameResource } from '../grants/program-grant.js';

/** Whose tokens are asked for, and what they are bound to. */
interface Granted {
  readonly accountId: string;
  readonly userId: string;
  readonly resource: GrantResource | null;
}

/**
 * What the `resource` of a token request narrows the token to (RFC 8707 §2.2): without one to what was granted. `invalid-target` for more than
 * one, for none of ours, and for another than was granted.
 */
export async function askedResource(
  resources: readonly string[],
  { accountId, userId, resource: granted }: Granted,
  reach: Reach,
): Promise<GrantResource | undefined | 'invalid-target'> {
  const [asked] = resources;
  if (asked === undefined) return granted ?? undefined;
  if (resources.length > 1) return 'invalid-target';
  const resolved = await reach.resolve(asked, accountId, userId);
  if (resolved === undefined) return 'invalid-target';
  return granted === null || isSameResource(granted, resolved.binding) ? resolved.binding : 'invalid-target';
}
