import { isObject, type ConfigObject } from '../project/json-value.js';
import { isSecretArgument, looksSecret } from './credentials.js';

/** `--api-key sk-…`, `--api-key=sk-…`, `API_KEY=sk-…`, an address with a credential. A name alone, as in `docker run -e API_KEY`, is none. */
export function hasSecretArgument(args: readonly string[]): boolean {
  return args.some((word, index) => {
    const before = args[index - 1] ?? '';
    const [, option = before.startsWith('-') && !takesName.test(before) ? before : '', value = word] =
      /^(--?[\w-]+|[A-Za-z_]\w*)=(.*)$/s.exec(word) ?? [];
    return isSecretArgument(option, value);
  });
}

/** Options of `docker run` behind which the name of a variable stands, with or without its value. */
const takesName = /^(?:-e|--env)$/;

/** `docker run -e NAME=value`: the credential becomes a variable of the process, which hands it on by its name. */
export function withoutInlineVariables(
  command: string,
  args: readonly string[],
): { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> } {
  if (!/(?:^|[\\/])(?:docker|podman|nerdctl)(?:\.exe)?$/.test(command)) return { args, env: {} };
  const env: Record<string, string> = {};
  const named = args.map((word, index) => {
    const [, option = '', name, value = ''] =
      (takesName.test(args[index - 1] ?? '') ? /^()(\w+)=(.*)$/s : /^(--env=|-e)(\w+)=(.*)$/s).exec(word) ??
      [];
    if (name === undefined || !(looksSecret(name, value) || value.includes('${'))) return word;
    env[name] = value;
    return `${option}${name}`;
  });
  return { args: named, env };
}

/** What `npx mcp-remote <url> …` carries to clients that know no remote servers. */
export interface Bridge {
  readonly url: string;
  readonly headers: Record<string, string>;
  /** It speaks HTTP+SSE only. */
  readonly isSse: boolean;
  /** Tools that it hides. */
  readonly ignored: readonly string[];
  /** What it was told of the sign-in that it does when the server wants one. */
  readonly signIn: BridgeSignIn;
}

interface BridgeSignIn {
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  /** `false`: none is sent. */
  readonly resource?: string | false;
  /** Words about it that cannot be read: files, and what is no JSON. */
  readonly unreadable: readonly string[];
}

/** `npx mcp-remote <url> --header "Name: value"` only carries a remote server to clients that know none; the gateway needs no carrier. */
export function findBridge({ args, env }: ConfigObject): Bridge | undefined {
  const words = Array.isArray(args) ? args.map(String) : [];
  const at = words.findIndex((word) => /^mcp-remote(@|$)/.test(word));
  const url = at < 0 ? undefined : words.slice(at + 1).find((word) => /^https?:\/\//.test(word));
  if (url === undefined) return undefined;
  const variables = texts(env);
  const filled = (text: string) =>
    text.replace(/\$\{(\w+)\}/g, (whole, variable: string) => variables[variable] ?? whole);
  const valuesOf = (option: string) => words.filter((_, index) => words[index - 1] === option);
  const headers = valuesOf('--header').flatMap((word): [string, string][] => {
    const [, name, value] = /^([^:]+):\s*(.*)$/s.exec(word) ?? [];
    return name === undefined || value === undefined ? [] : [[name, filled(value)]];
  });
  return {
    url,
    headers: Object.fromEntries(headers),
    isSse: valuesOf('--transport').includes('sse-only'),
    ignored: valuesOf('--ignore-tool'),
    signIn: { ...signInOf(valuesOf, filled), ...(sendsNoResource(words) ? { resource: false } : {}) },
  };
}

function sendsNoResource(words: readonly string[]): boolean {
  return words.includes('--disable-resource-parameter');
}

/** The options of mcp-remote that tell it of a client that was registered by hand. */
function signInOf(
  valuesOf: (option: string) => readonly string[],
  filled: (text: string) => string,
): BridgeSignIn {
  const unreadable: string[] = [];
  const read = (option: string): ConfigObject => {
    const [word] = valuesOf(option);
    if (word === undefined) return {};
    const value = parsed(word);
    if (isObject(value)) return value;
    unreadable.push(option);
    return {};
  };
  const { client_id: id, client_secret: secret } = read('--static-oauth-client-info');
  const { scope } = read('--static-oauth-client-metadata');
  const [resource] = valuesOf('--resource');
  const scopes = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
  return {
    ...(typeof id === 'string' ? { clientId: filled(id) } : {}),
    ...(typeof secret === 'string' ? { clientSecret: filled(secret) } : {}),
    ...(scopes.length === 0 ? {} : { scopes }),
    ...(resource === undefined ? {} : { resource }),
    unreadable,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Members of an object as text; of anything else none. */
export function texts(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
