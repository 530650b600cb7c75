/** Bytes of a `state`, which is given back as it came. */
export const maxStateBytes = 4096;

/** What a program asks for (RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2), as far as it says it; nothing of it is judged yet. */
export interface AuthorizationRequest {
  readonly clientId?: string;
  readonly redirectUri?: string;
  readonly responseType?: string;
  readonly responseMode?: string;
  readonly scope?: string;
  /** Percent-encoded byte for byte, ready to be given back. `undefined` also for one that is too long. */
  readonly state?: string;
  readonly isStateTooLong: boolean;
  readonly challenge?: string;
  readonly challengeMethod?: string;
  readonly prompt?: string;
  readonly resources: readonly string[];
  /** Parameters that must not be repeated and are (RFC 6749 §3.1). */
  readonly repeated: readonly string[];
}

const names = {
  client_id: 'clientId',
  redirect_uri: 'redirectUri',
  response_type: 'responseType',
  response_mode: 'responseMode',
  scope: 'scope',
  code_challenge: 'challenge',
  code_challenge_method: 'challengeMethod',
  prompt: 'prompt',
} as const;

type Name = keyof typeof names;
type Member = (typeof names)[Name];

/** Reads the query of a request. Parameters without a value are treated as left out, unknown ones are not looked at. */
export function readAuthorizationRequest(query: string): AuthorizationRequest {
  const found: Partial<Record<Member, string>> = {};
  const repeated = new Set<string>();
  const resources: string[] = [];
  let state: Buffer | undefined;
  for (const pair of query.split('&')) {
    const [[name, value] = ['', '']] = new URLSearchParams(pair);
    if (value === '') continue;
    if (name === 'resource') resources.push(value);
    else if (name === 'state') {
      if (state !== undefined) repeated.add(name);
      state = bytesOf(pair.slice(pair.indexOf('=') + 1));
    } else if (isName(name)) {
      const member = names[name];
      if (found[member] !== undefined) repeated.add(name);
      found[member] = value;
    }
  }
  const isStateTooLong = state !== undefined && state.length > maxStateBytes;
  return {
    ...found,
    ...(state === undefined || isStateTooLong || repeated.has('state') ? {} : { state: encoded(state) }),
    ...{ isStateTooLong, resources, repeated: [...repeated] },
  };
}

function isName(name: string): name is Name {
  return Object.hasOwn(names, name);
}

/** The bytes that a form-encoded value stands for; they need not be UTF-8. */
function bytesOf(value: string): Buffer {
  const text = value.replaceAll('+', ' ');
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const hex = text[at] === '%' ? /^[0-9a-f]{2}/i.exec(text.slice(at + 1, at + 3))?.[0] : undefined;
    if (hex === undefined) bytes.push(...Buffer.from(text[at] ?? '', 'latin1'));
    else {
      bytes.push(Number.parseInt(hex, 16));
      at += 2;
    }
  }
  return Buffer.from(bytes);
}

/** Percent-encodes all but the unreserved characters (RFC 3986 §2.3). */
function encoded(bytes: Buffer): string {
  let text = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    text += /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}
