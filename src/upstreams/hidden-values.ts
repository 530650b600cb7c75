import { looksLikeCredential } from '../apps/credential-literals.js';
import type { RpcError } from './links/json-rpc.js';
import type { ServerTarget } from './server-definition.js';

/** Shorter values occur by chance. */
const shortest = 6;
const mask = '[redacted]';
const scheme = /^(?:Bearer|Basic|Token|ApiKey)\s+/i;

/** Names of the headers or variables of a declaration that hold credentials. */
export function credentialNames(target: ServerTarget): readonly string[] {
  return declaredCredentials(target).map(([name]) => name);
}

/** What a server is told and must not get back to callers through its errors: `secrets`, and what looks like a credential in its declaration. */
export function hiddenValues(target: ServerTarget, secrets: readonly string[] = []): readonly string[] {
  const declared = declaredCredentials(target).map(([, value]) => value.replace(scheme, ''));
  return [...new Set([...secrets, ...declared])]
    .filter((value) => value.length >= shortest)
    .sort((a, b) => b.length - a.length);
}

function declaredCredentials(target: ServerTarget): [name: string, value: string][] {
  const values = Object.entries(target.transport === 'stdio' ? target.env : target.headers);
  return values.filter(([name, value]) => looksLikeCredential(name, value));
}

/** The error without those values; the same object when it holds none. */
export function withoutValues(error: RpcError, values: readonly string[]): RpcError {
  if (values.length === 0) return error;
  const text = JSON.stringify(error);
  const quoted = values.map((value) => JSON.stringify(value).slice(1, -1));
  const cleaned = textWithoutValues(text, quoted);
  return cleaned === text ? error : (JSON.parse(cleaned) as RpcError);
}

export function textWithoutValues(text: string, values: readonly string[]): string {
  return values.reduce((rest, value) => rest.replaceAll(value, mask), text);
}
