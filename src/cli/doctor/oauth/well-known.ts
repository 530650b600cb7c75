/** Where the document of a protected resource is: the well-known part stands before its path (RFC 9728 §3.1). */
export function resourceDocumentOf(address: string): string {
  return inserted(address, 'oauth-protected-resource');
}

/** Where clients look for the document of an authorization server, in their order (RFC 8414 §3.1 and §5). */
export function serverDocumentsOf(issuer: string): readonly [oauth: string, ...openId: string[]] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    inserted(issuer, 'oauth-authorization-server'),
    ...(path === ''
      ? [`${origin}/.well-known/openid-configuration`]
      : [inserted(issuer, 'openid-configuration'), `${origin}${path}/.well-known/openid-configuration`]),
  ];
}

/** The value of a parameter of a `WWW-Authenticate: Bearer` field (RFC 9110 §11.6.1). */
export function challengeParameter(field: string, name: string): string | undefined {
  for (const [, found = '', quoted, plain] of ` ${field}`.matchAll(/[ ,](\w+) ?= ?(?:"([^"]*)"|([^\s,"]+))/g))
    if (found.toLowerCase() === name) return quoted ?? plain;
  return undefined;
}

function inserted(address: string, document: string): string {
  const { origin, pathname, search } = new URL(address);
  return `${origin}/.well-known/${document}${pathname === '/' ? '' : pathname}${search}`;
}
