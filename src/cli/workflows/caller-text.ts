import type { components } from '../../client/openapi-types.js';

/** Who asks, in a few words. */
export function callerText({
  kind,
  email,
  emailVerified,
  name,
  id,
}: components['schemas']['NamedCaller']): string {
  const who =
    email !== undefined && emailVerified === false ? `${email}, not verified` : (email ?? name ?? id);
  return kind === 'user' ? who : `${kind === 'key' ? 'key' : 'program of'} ${who}`;
}
