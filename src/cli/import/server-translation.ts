import { withOuterRules, type OuterRule } from '../../kernel/client-files/outer-rules.js';
import { isObject, type ConfigObject } from '../project/json-value.js';
import { findBridge, hasSecretArgument, texts, withoutInlineVariables, type Bridge } from './command-line.js';
import { hasCredential } from './credentials.js';
import type { ImportSurroundings } from './import-surroundings.js';
import { PlainValueFault, type PlainValues } from './plain-values.js';
import { hasPersonalValue } from './references.js';
import type { SecretCollector } from './secret-collector.js';

/** Members that go with every way of reaching a server. */
const optionMembers = [
  ...['description', 'disabled', 'timeoutMs', 'maxConcurrency', 'isolation', 'notSecret', 'tools'],
  ...['questions', 'overrides'],
] as const;

const inAddress =
  'its address carries a credential, which would stand in the config in plain: send it in a header instead';

/** Makes a server of a config of one whose members are those of the gateway: credentials become secrets, variables their values. */
export class ServerTranslation {
  /** What was left out on the way, by member of the entry. */
  readonly remarks: { readonly member: readonly string[]; readonly text: string }[] = [];
  private options: ConfigObject;
  private refusal: string | undefined;

  constructor(
    private readonly name: string,
    private readonly server: ConfigObject,
    private readonly collector: SecretCollector,
    private readonly plain: PlainValues,
    private readonly surroundings: ImportSurroundings,
  ) {
    this.options = Object.fromEntries(
      optionMembers.flatMap((member) =>
        server[member] === undefined || (member === 'disabled' && server[member] === false)
          ? []
          : [[member, server[member]]],
      ),
    );
  }

  disable(): void {
    this.apply([{ path: [], disables: true }]);
  }

  refuse(reason: string): void {
    this.refusal ??= reason;
  }

  /** Rules that the file has outside of the server. */
  apply(rules: readonly OuterRule[]): void {
    this.options = withOuterRules(this.options, rules);
  }

  /** The server as a config declares it, or why it cannot be. */
  translate(): ConfigObject | string {
    if (this.refusal !== undefined) return this.refusal;
    try {
      const reached = this.reached();
      return typeof reached === 'string' ? reached : { ...reached, ...this.options };
    } catch (error) {
      if (error instanceof PlainValueFault) return error.message;
      throw error;
    }
  }

  private reached(): ConfigObject | string {
    const { url, command, type, use, openapi } = this.server;
    if (typeof use === 'string') return { use };
    if (openapi !== undefined) return this.api();
    const isLocal = command !== undefined && (url === undefined || type === 'stdio');
    if (url !== undefined && command !== undefined)
      this.leaveOut([isLocal ? 'url' : 'command'], 'is not taken over: a server is reached in one way');
    if (isLocal && typeof command === 'string') return this.local(command);
    return typeof url === 'string' ? this.remote(url) : 'it has neither url nor command';
  }

  private remote(given: string): ConfigObject | string {
    const { type, headers, env, auth } = this.server;
    const variables = texts(env);
    const filled = (text: string) =>
      text.replace(/\$\{(?:env:)?(\w+)\}/g, (whole, variable: string) => variables[variable] ?? whole);
    const url = this.plain.fill('its address needs', filled(given));
    if (hasCredential(url)) return inAddress;
    if (!/^https?:\/\//i.test(url)) return 'its address is not one of http or https';
    if (
      Object.keys(variables).length > 0 &&
      filled(JSON.stringify([given, headers])) === JSON.stringify([given, headers])
    )
      this.leaveOut(['env'], 'is not taken over: a remote server has no variables');
    const sent = Object.entries(texts(headers)).map(([name, value]): [string, string] => [
      name,
      filled(value),
    ]);
    return {
      ...(type === 'sse' ? { type } : {}),
      url,
      ...this.withSecrets('headers', Object.fromEntries(sent)),
      ...this.auth(auth),
    };
  }

  private api(): ConfigObject | string {
    const { openapi: given, baseUrl, operations, headers, credentials, auth } = this.server;
    const openapi = typeof given === 'string' ? this.plain.fill('its address needs', given) : given;
    if (typeof openapi === 'string' && hasCredential(openapi)) return inAddress;
    return {
      openapi,
      ...(baseUrl === undefined ? {} : { baseUrl }),
      ...(operations === undefined ? {} : { operations }),
      ...this.withSecrets('headers', texts(headers)),
      ...this.withSecrets('credentials', texts(credentials)),
      ...this.auth(auth),
    };
  }

  private local(given: string): ConfigObject | string {
    const { name } = this;
    const words = Array.isArray(this.server['args']) ? this.server['args'].map(String) : [];
    const bridged = findBridge({ args: words, env: this.server['env'] });
    if (bridged !== undefined) return this.bridge(bridged);
    const { published, allowsCommands, usePublished } = this.surroundings;
    const isPublished = published.includes(name);
    if (isPublished && usePublished) {
      const line = [given, ...words].join(' ').slice(0, 200);
      this.leaveOut(
        ['command'],
        `is not taken over: the gateway's server ${name} is used in place of ${line}`,
      );
      return { use: name };
    }
    if (!allowsCommands)
      return `it runs a command, which this gateway does not allow apps (APP_STDIO): ${
        isPublished
          ? 'the gateway publishes a server of that name, which --use-published takes in its place'
          : 'the operator can publish it in mcp.json'
      }`;
    const command = this.plain.fill('its command needs', given);
    const inline = withoutInlineVariables(command, words);
    const args = inline.args.map((word) => this.plain.fill('its arguments need', word));
    if (hasSecretArgument(args))
      return 'its arguments carry a credential, which would stand in the config in plain: give it by env instead';
    if (isObject(this.server['headers'])) this.leaveOut(['headers'], 'is not taken over: a command has none');
    const { cwd } = this.server;
    return {
      command,
      ...(args.length === 0 ? {} : { args }),
      ...this.withSecrets('env', { ...texts(this.server['env']), ...inline.env }),
      ...this.folder(cwd),
    };
  }

  private folder(given: unknown): ConfigObject {
    if (typeof given !== 'string') return {};
    const cwd = this.plain.fill('its folder needs', given);
    if (/^(?:\/|[A-Za-z]:[\\/])/.test(cwd)) return { cwd };
    this.leaveOut(['cwd'], 'is not taken over: it is no absolute path');
    return {};
  }

  /** The server behind a bridge. What the bridge signed its person in with becomes `auth`, unless a header is the credential. */
  private bridge({ url, headers: sent, isSse, ignored, signIn }: Bridge): ConfigObject | string {
    if (hasCredential(url)) return inAddress;
    if (signIn.unreadable.length > 0)
      return `what it says behind ${signIn.unreadable.join(' and ')} cannot be read here: declare the server by hand, with auth.clientId and auth.clientSecret`;
    if (ignored.length > 0) this.apply([{ path: [], deny: ignored }]);
    const headers = this.withSecrets('headers', sent);
    const isKeyed = JSON.stringify(headers).includes('${secret:');
    return {
      ...(isSse ? { type: 'sse' } : {}),
      url: this.plain.fill('its address needs', url),
      ...headers,
      ...(isKeyed ? {} : this.auth({ type: 'oauth', for: 'user', ...signInMembers(signIn) })),
    };
  }

  /** Each person's own, as it was with the client. */
  private auth(auth: unknown): { readonly auth?: ConfigObject } {
    if (!isObject(auth)) return {};
    const filled = Object.entries(auth).map(([member, value]): [string, unknown] => {
      if (typeof value !== 'string') return [member, value];
      return member === 'clientSecret'
        ? [member, this.collector.replaceSecret(this.name, 'client secret', value)]
        : [member, this.plain.fill(`its auth.${member} needs`, value)];
    });
    return { auth: Object.fromEntries(filled) };
  }

  private withSecrets(member: string, values: Readonly<Record<string, string>>): ConfigObject {
    for (const [name, value] of Object.entries(values))
      if (hasPersonalValue(value)) {
        this.disable();
        this.leaveOut(
          [member, name],
          'stands for something of each person, which the gateway does not fill in: the server is disabled',
        );
      }
    return Object.keys(values).length === 0 ? {} : { [member]: this.collector.replaceAll(this.name, values) };
  }

  private leaveOut(member: readonly string[], text: string): void {
    this.remarks.push({ member, text });
  }
}

function signInMembers({ clientId, clientSecret, scopes, resource }: Bridge['signIn']): ConfigObject {
  const members = { clientId, clientSecret, scopes, resource };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
