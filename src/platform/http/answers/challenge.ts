import type { Challenge } from '../../../kernel/problems/problem.js';

/** A `WWW-Authenticate` field (RFC 6750 §3); `where` is the realm, or what a protected resource says of itself (RFC 9728 §5.1). */
export function bearerChallenge(
  where: Readonly<Record<string, string>>,
  { error, description, scope }: Challenge,
): string {
  const parameters = { ...where, error, error_description: description, scope };
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return `Bearer ${given.map(([name, value]) => `${name}="${String(value)}"`).join(', ')}`;
}
