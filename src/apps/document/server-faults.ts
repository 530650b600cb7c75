import { quotable, substitutionsIn } from '../../kernel/text/foreign-text.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';
import { firstServerOf } from './openapi-address.js';
import { headerFault, isReservedHeader, repetitionFault } from './header-rules.js';
import { isSecretReference } from './substitution.js';

const ways = ['url', 'openapi', 'use', 'command'] as const;
type Way = (typeof ways)[number];

/** Members that say how to reach a server, and the ways of reaching one that they belong to. */
const belongsTo: Readonly<Record<string, readonly Way[]>> = {
  type: ['url', 'command'],
  headers: ['url', 'openapi'],
  auth: ['url', 'openapi'],
  baseUrl: ['openapi'],
  operations: ['openapi'],
  credentials: ['openapi'],
  args: ['command'],
  env: ['command'],
  cwd: ['command'],
  notSecret: ['url', 'openapi', 'command'],
};

const substitutedIn: ReadonlySet<string> = new Set(['headers', 'env', 'credentials']);
const literalMembers = ['url', 'openapi', 'baseUrl', 'use', 'command', 'args', 'cwd'] as const;
const textMembers = ['description', 'overrides'] as const;

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What the headers of a server may be. */
export interface ServerBounds {
  readonly headers: number;
  /** Names and values together. */
  readonly headerBytes: number;
}

/** What is wrong with one server of a config beyond the shape of its members. */
export function serverFaults(server: JsonObject, path: readonly string[], bounds: ServerBounds): Fault[] {
  const given = ways.filter((way) => server[way] !== undefined);
  const at = (...rest: string[]) => pointerTo([...path, ...rest]);
  const faults: Fault[] = [];
  if (given.length !== 1)
    faults.push({
      pointer: at(),
      detail: 'must have exactly one of the members url, openapi, use and command',
    });
  const [way] = given;
  for (const [member, allowed] of Object.entries(belongsTo))
    if (way !== undefined && server[member] !== undefined && !allowed.includes(way))
      faults.push({
        pointer: at(member),
        detail: `does not go with ${way}, only with ${allowed.join(' and ')}`,
      });
  faults.push(
    ...typeFaults(server, way, at('type')),
    ...(['url', 'openapi', 'baseUrl'] as const).flatMap((member) => urlFaults(server[member], at(member))),
    ...openApiFaults(server, at),
    ...headerFaults(server['headers'], at, bounds),
    ...authFaults(server, at),
    ...variableFaults(server['env'], at),
    ...literalMembers.flatMap((member) => unsubstitutedFaults(server[member], at(member))),
    ...textMembers.flatMap((member) => textFaults(server[member], at(member))),
  );
  return faults;
}

/** Whether the server would be a process of the gateway. */
export function runsCommand(server: JsonObject): boolean {
  return server['command'] !== undefined || server['type'] === 'stdio';
}

function typeFaults({ type }: JsonObject, way: Way | undefined, pointer: string): Fault[] {
  if (type === 'stdio' && way === 'url') return [{ pointer, detail: 'cannot be stdio beside a url' }];
  if (way === 'command' && type !== undefined && type !== 'stdio')
    return [{ pointer, detail: 'must be stdio beside a command' }];
  return [];
}

function urlFaults(url: unknown, pointer: string): Fault[] {
  if (typeof url !== 'string' || substitutionsIn(url).length > 0) return [];
  if (!/^https?:\/\//i.test(url)) return [{ pointer, detail: 'must begin with http:// or https://' }];
  if (!URL.canParse(url)) return [{ pointer, detail: 'must be a URL' }];
  const { username, password } = new URL(url);
  return username === '' && password === ''
    ? []
    : [
        {
          pointer,
          detail: 'must not carry a user or password; use a header with `${secret:NAME}` for credentials',
        },
      ];
}

function openApiFaults(
  { openapi, baseUrl, credentials }: JsonObject,
  at: (...rest: string[]) => string,
): Fault[] {
  const isPlaced = baseUrl !== undefined || !isJsonObject(openapi);
  return [
    ...(isPlaced ? [] : urlFaults(firstServerOf(openapi) ?? '', at('openapi', 'servers'))),
    ...Object.entries(isJsonObject(credentials) ? credentials : {}).flatMap(([name, value]) =>
      typeof value === 'string' ? substitutionFaults(value, at('credentials', name)) : [],
    ),
  ];
}

function headerFaults(
  headers: unknown,
  at: (...rest: string[]) => string,
  { headers: most, headerBytes }: ServerBounds,
): Fault[] {
  const all = isJsonObject(headers) ? headers : {};
  const pointer = at('headers');
  if (Object.keys(all).length > most)
    return [{ pointer, detail: `must be at most ${String(most)} (MAX_SERVER_HEADERS)` }];
  if (lengthOf(all) > headerBytes)
    return [
      {
        pointer,
        detail: `must have at most ${String(headerBytes)} bytes together (MAX_SERVER_HEADER_BYTES)`,
      },
    ];
  return Object.entries(all).flatMap(([name, value]) => {
    const pointer = at('headers', name);
    if (isReservedHeader(name)) return [{ pointer, detail: 'is set by the gateway itself' }];
    const fault = headerFault(name, value) ?? repetitionFault(name, Object.keys(all));
    if (fault !== undefined) return [{ pointer, detail: fault }];
    return typeof value === 'string' ? substitutionFaults(value, pointer) : [];
  });
}

function authFaults({ auth, headers }: JsonObject, at: (...rest: string[]) => string): Fault[] {
  if (!isJsonObject(auth)) return [];
  const { clientSecret, clientId } = auth;
  const hasHeader =
    isJsonObject(headers) && Object.keys(headers).some((name) => /^authorization$/i.test(name));
  const literals = Object.entries(auth).filter(([name]) => name !== 'clientSecret');
  return [
    ...(hasHeader ? [{ pointer: at('auth'), detail: 'does not go with a header Authorization' }] : []),
    ...(clientSecret !== undefined && clientId === undefined
      ? [{ pointer: at('auth', 'clientSecret'), detail: 'is the secret of a clientId, which is not there' }]
      : []),
    ...(typeof clientSecret === 'string' ? substitutionFaults(clientSecret, at('auth', 'clientSecret')) : []),
    ...literals.flatMap(([name, value]) => unsubstitutedFaults(value, at('auth', name))),
  ];
}

/** Characters of names and values: those that may stand in a header are a byte each. */
function lengthOf(headers: JsonObject): number {
  return Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + (typeof value === 'string' ? value.length : 0),
    0,
  );
}

function variableFaults(env: unknown, at: (...rest: string[]) => string): Fault[] {
  return Object.entries(isJsonObject(env) ? env : {}).flatMap(([name, value]) => {
    const pointer = at('env', name);
    if (!variableName.test(name)) return [{ pointer, detail: 'is not the name of an environment variable' }];
    if (typeof value !== 'string') return [];
    return value.includes('\0')
      ? [{ pointer, detail: 'has a NUL character' }]
      : substitutionFaults(value, pointer);
  });
}

/** What is wrong with a value in which secrets are replaced. */
export function substitutionFaults(value: string, pointer: string): Fault[] {
  return substitutionsIn(value)
    .filter((found) => !isSecretReference(found))
    .map((found) => ({ pointer, detail: adviceOn(quotable(found)) }));
}

/** What is wrong with a value in which nothing is replaced. */
export function unsubstitutedFaults(value: unknown, pointer: string): Fault[] {
  const texts = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
  return texts.flatMap(substitutionsIn).map((found) => ({
    pointer,
    detail: `${quotable(found)} is not replaced here: only \`\${secret:NAME}\` is, in ${[...substitutedIn].join(' and ')} values`,
  }));
}

function textFaults(value: unknown, pointer: string): Fault[] {
  if (typeof value === 'string')
    return substitutionsIn(value)
      .filter((found) => /^\$\{(?:secret|env|input):/.test(found))
      .map((found) => ({ pointer, detail: `${quotable(found)} is not replaced here` }));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    textFaults(member, `${pointer}${pointerTo([key])}`),
  );
}

function adviceOn(found: string): string {
  const name = /^\$\{(?:env|input|secret):([^}]*)\}$/.exec(found)?.[1] ?? '';
  const suggested =
    name
      .toUpperCase()
      .replace(/[^A-Z0-9_]+/g, '_')
      .replace(/^[^A-Z]+/, '') || 'NAME';
  if (found.startsWith('${env:') || found.startsWith('${input:'))
    return `${found} is not replaced here: set a secret of the app and write \`\${secret:${suggested}}\``;
  if (found.startsWith('${secret:'))
    return `${found} does not name a secret: names are capital letters, digits and underscores, such as \`\${secret:${suggested}}\``;
  return `${found} is not replaced: only \`\${secret:NAME}\` is`;
}
