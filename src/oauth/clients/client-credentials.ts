/** What a request says of which client sends it, and how it proves it (RFC 6749 §2.3.1). */
export interface ClientAuthentication {
  /** The `Authorization` header. */
  readonly authorization?: string | undefined;
  /** `client_id` and `client_secret` of the body; empty ones count as absent. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}

export interface ClientCredentials {
  readonly id: string;
  readonly secret?: string;
}

const basic = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i;
const maxHeader = 4096;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The credentials of a request, or what is wrong with them in a sentence. Never throws. */
export function readCredentials({
  authorization,
  clientId,
  clientSecret,
}: ClientAuthentication): ClientCredentials | string {
  const id = present(clientId);
  const secret = present(clientSecret);
  if (authorization === undefined)
    return id === undefined ? 'The client_id is missing.' : withSecret(id, secret);
  const header = fromBasic(authorization);
  if (header === undefined) return 'The Authorization header is not Basic with a client_id and a secret.';
  if (id !== undefined && id !== header.id) return 'Header and body name two clients.';
  if (secret !== undefined && header.secret !== undefined)
    return 'A client proves itself in the header or in the body, not in both.';
  return withSecret(header.id, header.secret ?? secret);
}

/** Both parts are form-encoded before they are put together. */
function fromBasic(header: string): ClientCredentials | undefined {
  const encoded = header.length > maxHeader ? undefined : basic.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const text = utf8.decode(Buffer.from(encoded, 'base64'));
    const colon = text.indexOf(':');
    if (colon <= 0) return undefined;
    return withSecret(formDecoded(text.slice(0, colon)), present(formDecoded(text.slice(colon + 1))));
  } catch {
    return undefined;
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function present(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function withSecret(id: string, secret: string | undefined): ClientCredentials {
  return secret === undefined ? { id } : { id, secret };
}
