/** Where programs find out about OAuth, and the endpoints that they use without a token of ours. */
const open =
  /^\/(?:\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)|oauth\/(?:token|register|revoke|\.well-known\/openid-configuration))(?:\/|$)/;

const atRoot =
  /^\/\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)/;
const below =
  /^\/(?:\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)|oauth\/\.well-known\/)/;

/**
 * Whether pages of any site may use a path, as programs in browsers do (CORS `*`). An `Authorization` header there is the program's own name
 * and secret (RFC 6749 §2.3.1), never a token of ours.
 */
export function isOpenToPrograms(path: string): boolean {
  return open.test(path);
}

/** What turns addresses of well-known documents that carry the path of PUBLIC_URL, at the root (RFC 8414 §3.1) or below it, into the plain ones. */
export function withoutBasePath(publicUrl: string): ((url: string) => string) | undefined {
  const base = new URL(publicUrl).pathname.replace(/\/$/, '');
  if (base === '') return undefined;
  return (url) => {
    const document = atRoot.exec(url)?.[0];
    if (document === undefined)
      return url.startsWith(base) && below.test(url.slice(base.length)) ? url.slice(base.length) : url;
    const rest = url.slice(document.length);
    return rest.startsWith(base) && /^(?:[/?]|$)/.test(rest.slice(base.length))
      ? document + rest.slice(base.length)
      : url;
  };
}
