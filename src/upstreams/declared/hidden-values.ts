import { unescape } from 'node:querystring';
import { looksLikeCredential } from '../../apps/document/credential-literals.js';
import type { ServerTarget } from './server-definition.js';

type Named = readonly [name: string, value: string];

/** Where the values of a declaration came from, besides what stands in it. */
interface Origins {
  /** Secrets of the app. */
  readonly secrets?: readonly string[];
  /** Variables of the operator's environment, by name. */
  readonly environment?: readonly Named[];
}

/** Shorter ones occur by chance. */
const shortest = { secret: 6, value: 8 };
const scheme = /^(?:Bearer|Basic|Token|ApiKey)\s+/i;
const tellingName = /auth(?!or)|cookie|token|secret|pass|pwd|credential|session|signature|key$|key[-_]|pat$/i;
const harmlessNames = [
  /^(?:accept|accept-.+|user-agent|content-type|cache-control|origin|referer|host|prefer)$/i,
  /(?:^|[-_])(?:version|beta|region|zone|locale|lang|language|timezone|mode|level|model|env|environment)$/i,
  /(?:^|[-_])(?:tenant|org|organi[sz]ation|workspace|project|team|owner|user|username|email)(?:[-_]name)?$/i,
  /(?:^|[-_])(?:bucket|repo|repository|branch|channel|database|db|table|index|namespace|cluster)(?:[-_]name)?$/i,
  /^lc_[a-z]+$|(?:^|[-_])ids?$/i,
];
/** Words, numbers, paths and addresses, of people too: they are in many a result without having been told. */
const everyday = [
  /^[a-z]+(?:[\s/.,;:=+]+[a-z]+)*$/i,
  /^[-+.,:\d\s]+$/,
  /^(?:~|\.{1,2}|[a-z]:)?[\\/][\w .\-/\\@]*$/i,
  /^[a-z][a-z\d+.-]*:\/\/\S+$/i,
  /^(?:[\w.+-]+@)?[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?::\d+)?$/,
];

/** Names of buckets, repositories, channels: what is written out in a declaration is that more often than a secret. */
const spelledOut = [...everyday, /^[a-z]+(?:[-_/.:]+[a-z]+)*$/i];

/** Names of the headers or variables of a declaration that hold credentials. */
export function credentialNames(target: ServerTarget): readonly string[] {
  return declared(target)
    .filter(([name, value]) => looksLikeCredential(name, value))
    .map(([name]) => name);
}

/**
 * What a server is told and must not get back to callers, in whatever it says: secrets, and the values of headers and variables unless
 * they are known to be harmless by their name, by the declaration (`notSecret`) or are of an everyday kind.
 */
export function hiddenValues(
  target: ServerTarget,
  { secrets = [], environment = [] }: Origins = {},
  notSecret: readonly string[] = [],
): readonly string[] {
  const open = new Set(notSecret.map((name) => name.toLowerCase()));
  const mayBeSecret = ([name]: Named) => !open.has(name.toLowerCase());
  const told = [
    ...declared(target).filter((value) => mayBeSecret(value) && isHidden(value, spelledOut)),
    ...environment.filter((value) => mayBeSecret(value) && isHidden(value, everyday)),
  ].flatMap(([, value]) => partsOf(value));
  const found = [...secrets, ...told, ...inAddress(target), ...inCredentials(target)].filter(
    ({ length }) => length >= shortest.secret,
  );
  return [...new Set(found)];
}

function declared(target: ServerTarget): Named[] {
  return Object.entries(target.transport === 'stdio' ? target.env : target.headers);
}

function isHidden([name, value]: Named, harmless: readonly RegExp[]): boolean {
  if (isCredential(name, value)) return true;
  const rest = value.trim();
  if (rest.length < shortest.value || harmlessNames.some((kind) => kind.test(name))) return false;
  return !harmless.some((kind) => kind.test(rest));
}

/** A telling name is judged like `secret`, whatever it is in full. */
function isCredential(name: string, value: string): boolean {
  return looksLikeCredential(tellingName.test(name) ? 'secret' : name, value) || scheme.test(value);
}

/** Passwords and keys in the address of a server. */
function inAddress(target: ServerTarget): string[] {
  if (target.transport === 'stdio' || !URL.canParse(target.url)) return [];
  const { password, searchParams } = new URL(target.url);
  const keys = [...searchParams].filter(([name, value]) => isCredential(name, value));
  return [...passwordForms(password), ...keys.map(([, value]) => value)];
}

/** What opens the API, as it is declared and as it is sent. */
function inCredentials(target: ServerTarget): string[] {
  const values = target.transport === 'openapi' ? Object.values(target.credentials ?? {}) : [];
  return values.flatMap((value) => [
    ...(value.includes(':') ? [Buffer.from(value).toString('base64'), value.replace(/^[^:]*:/, '')] : []),
    ...[value, encodeURIComponent(value)],
  ]);
}

/** The value without its scheme; of user and password, of an address and of cookies also what is secret in them. */
function partsOf(value: string): string[] {
  const rest = value.trim().replace(scheme, '');
  const parts = [rest];
  if (/^Basic\s/i.test(value))
    parts.push(
      Buffer.from(rest, 'base64')
        .toString()
        .replace(/^[^:]*:/, ''),
    );
  if (URL.canParse(rest)) parts.push(...passwordForms(new URL(rest).password));
  for (const [, cookie = ''] of rest.matchAll(/(?:^|;\s*)[\w.-]+=([^;=\s]{16,})(?=;|$)/g)) parts.push(cookie);
  return parts;
}

/** As it stands in an address, and as it is meant. */
function passwordForms(password: string): string[] {
  return [password, unescape(password)];
}
