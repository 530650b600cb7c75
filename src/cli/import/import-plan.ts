import type { Environment } from '../environment.js';
import { CliFailure } from '../failure.js';
import { isObject, type ConfigObject } from '../project/json-value.js';
import { findBridge, hasSecretArgument, texts, type Bridge } from './command-line.js';
import { hasCredential } from './credentials.js';
import { SecretCollector, type NeededSecret } from './secret-collector.js';

/** What an import is going to do. */
export interface ImportPlan {
  /** Servers for the config, by name. */
  readonly servers: Readonly<Record<string, ConfigObject>>;
  readonly secrets: readonly NeededSecret[];
  /** Servers that cannot come along, and why. */
  readonly skipped: readonly { readonly server: string; readonly reason: string }[];
}

export interface ImportSurroundings {
  readonly environment: Environment;
  /** Names of servers that the gateway publishes. */
  readonly published: readonly string[];
  /** Names of servers that the config has already. */
  readonly present: readonly string[];
  readonly takenSecrets: readonly string[];
  readonly keepCommands: boolean;
}

/** Reads a file of Claude Desktop, Cursor or VS Code (`mcp.json`, also inside `settings.json`). */
export function planImport(document: unknown, surroundings: ImportSurroundings): ImportPlan {
  const { declared, inputs } = declarations(document);
  const collector = new SecretCollector(surroundings.environment, new Set(surroundings.takenSecrets), inputs);
  const servers: Record<string, ConfigObject> = {};
  const skipped: { server: string; reason: string }[] = [];
  for (const [given, entry] of Object.entries(declared)) {
    const name = serverName(given);
    const server = isObject(entry) ? translate(name, entry, collector, surroundings) : 'it is no object';
    if (surroundings.present.includes(name) || name in servers)
      skipped.push({ server: name, reason: 'the config has it already' });
    else if (typeof server === 'string') skipped.push({ server: name, reason: server });
    else servers[name] = server;
  }
  const used = JSON.stringify(servers);
  return {
    servers,
    skipped,
    secrets: collector.secrets.filter(({ name }) => used.includes(`\${secret:${name}}`)),
  };
}

function declarations(document: unknown): {
  readonly declared: ConfigObject;
  readonly inputs: ReadonlyMap<string, string>;
} {
  const settings = isObject(document) && isObject(document['mcp']) ? document['mcp'] : document;
  const { mcpServers, servers, inputs } = isObject(settings) ? settings : {};
  const declared = mcpServers ?? servers;
  if (!isObject(declared))
    throw new CliFailure('The file has neither mcpServers nor servers.', {
      code: 'bad-import',
      advice: ['Files of Claude Desktop and Cursor have mcpServers, those of VS Code servers.'],
    });
  const described = (Array.isArray(inputs) ? inputs : [])
    .filter(isObject)
    .map(({ id, description }): [string, string] => [
      String(id),
      typeof description === 'string' ? description : String(id),
    ]);
  return { declared, inputs: new Map(described) };
}

/** The server as a config declares it, or why it cannot be. */
function translate(
  name: string,
  entry: ConfigObject,
  collector: SecretCollector,
  { published, keepCommands }: ImportSurroundings,
): ConfigObject | string {
  const { url, type } = entry;
  if (typeof url === 'string') {
    if (hasCredential(url)) return inAddress;
    return {
      ...(type === 'sse' ? { type } : {}),
      url,
      ...headersOf(collector.replaceAll(name, texts(entry['headers']))),
      ...(entry['disabled'] === true ? { disabled: true } : {}),
    };
  }
  if (typeof entry['command'] !== 'string') return 'it has neither url nor command';
  const bridged = findBridge(entry);
  if (bridged !== undefined && hasCredential(bridged.url)) return inAddress;
  if (bridged !== undefined) return translateBridge(name, bridged, collector);
  if (published.includes(name)) return { use: name };
  if (!keepCommands)
    return 'it runs a command, which apps may not do on a gateway: the operator can publish it in mcp.json';
  const args = Array.isArray(entry['args']) ? entry['args'].map(String) : [];
  if (hasSecretArgument(args))
    return 'its arguments carry a credential, which would stand in the config in plain: give it by env instead';
  const env = collector.replaceAll(name, texts(entry['env']));
  return {
    command: entry['command'],
    ...(args.length === 0 ? {} : { args }),
    ...(Object.keys(env).length === 0 ? {} : { env }),
  };
}

/** The server behind a bridge. What the bridge signed its person in with becomes `auth`, unless a header is the credential. */
function translateBridge(
  name: string,
  { url, headers: plain, isSse, signIn }: Bridge,
  collector: SecretCollector,
): ConfigObject | string {
  if (signIn.unreadable.length > 0)
    return `what it says behind ${signIn.unreadable.join(' and ')} cannot be read here: declare the server by hand, with auth.clientId and auth.clientSecret`;
  const headers = collector.replaceAll(name, plain);
  const isKeyed = Object.values(headers).some((value) => value.includes('${secret:'));
  return {
    ...(isSse ? { type: 'sse' } : {}),
    ...{ url, ...headersOf(headers) },
    ...(isKeyed ? {} : { auth: authOf(name, signIn, collector) }),
  };
}

/** Each person's own, as it was with the bridge. */
function authOf(
  name: string,
  { clientId, clientSecret, scopes, resource }: Bridge['signIn'],
  collector: SecretCollector,
): ConfigObject {
  return {
    ...{ type: 'oauth', for: 'user' },
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined
      ? {}
      : { clientSecret: collector.replaceSecret(name, 'client secret', clientSecret) }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(resource === undefined ? {} : { resource }),
  };
}

const inAddress =
  'its address carries a credential, which would stand in the config in plain: send it in a header instead';

function headersOf(headers: Record<string, string>): { readonly headers?: Record<string, string> } {
  return Object.keys(headers).length === 0 ? {} : { headers };
}

/** A name that a config takes: `[a-z0-9](-?[a-z0-9])*`, at most 63 characters. */
function serverName(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 63)
    .replace(/-$/, '');
  return slug || 'server';
}
