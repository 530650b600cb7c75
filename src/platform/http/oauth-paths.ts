import { basePathOf } from '../../kernel/base-path.js';

/** Where programs find out about OAuth (RFC 9728 §3, RFC 8414 §3). */
const documents = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
];
const documentOfIssuer = '/oauth/.well-known/openid-configuration';
/** With the endpoints that they use without a token of ours. */
const open = [...documents, documentOfIssuer, '/oauth/token', '/oauth/register', '/oauth/revoke'];

/**
 * Whether pages of any site may use a path, as programs in browsers do (CORS `*`). An `Authorization` header there is the program's own name
 * and secret (RFC 6749 §2.3.1), never a token of ours.
 */
export function isOpenToPrograms(path: string): boolean {
  return open.some((one) => begins(path, one));
}

/** What turns addresses of well-known documents that carry the path of PUBLIC_URL, at the root (RFC 8414 §3.1) or below it, into the plain ones. */
export function withoutBasePath(publicUrl: string): ((url: string) => string) | undefined {
  const base = basePathOf(publicUrl);
  if (base === '') return undefined;
  const below = [...documents, documentOfIssuer].map((plain) => [base + plain, plain] as const);
  const carried = [...documents.map((plain) => [plain + base, plain] as const), ...below];
  return (url) => {
    for (const [given, plain] of carried) if (begins(url, given)) return plain + url.slice(given.length);
    return url;
  };
}

/** Whether an address is this one, or goes on below it. */
function begins(url: string, path: string): boolean {
  return url.startsWith(path) && ['', '/', '?'].includes(url.charAt(path.length));
}
