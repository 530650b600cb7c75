import { isJsonObject, type JsonObject } from '../json/json.js';
import { firstMember, isText, toMilliseconds, textsIn, pairsIn, shellWords } from './member-values.js';
import type { ClientNoteEffect, ServerDraft } from './server-draft.js';

/** Takes a member of an entry over into the draft. `null` is never given: clients take it for an absent member. */
export type MemberReader = (draft: ServerDraft, value: unknown, name: string) => void;

const unreadable = 'is a rule that cannot be read here: the server is disabled until you write it by hand';

/** A switch of which `on` means that the server is used; anything but a clear yes disables it. */
export const whenOn: MemberReader = (draft, value) => {
  if (value !== true && value !== 'true') draft.disable();
};

export const whenOff: MemberReader = (draft, value) => {
  if (value !== false && value !== 'false') draft.disable();
};

export const denies: MemberReader = (draft, value, name) => {
  const names = textsIn(value);
  if (names === undefined) draft.note(name, 'disables', unreadable);
  else draft.denied.push(...names);
};

export const allows: MemberReader = (draft, value, name) => {
  const names = textsIn(value);
  if (names === undefined) draft.note(name, 'disables', unreadable);
  else draft.allow(names);
};

/** Goose: an empty list means all tools. */
export const allowsUnlessEmpty: MemberReader = (draft, value, name) => {
  if (!Array.isArray(value) || value.length > 0) allows(draft, value, name);
};

/** A list of the tools to use, or by their names whether and how each is shown. */
export const readTools: MemberReader = (draft, value, name) => {
  if (!isJsonObject(value)) {
    allows(draft, value, name);
    return;
  }
  for (const [tool, setting] of Object.entries(value)) readTool(draft, [name, tool], setting);
};

const toolMembers: ReadonlySet<string> = new Set([
  ...['enabled', 'disabled', 'description', 'title', 'name', 'approval_mode', 'tags'],
]);

function readTool(draft: ServerDraft, path: readonly [string, string], setting: unknown): void {
  const [, tool] = path;
  if (setting === true || setting === null) return;
  if (setting === false) draft.denied.push(tool);
  else if (!isJsonObject(setting)) draft.noteAt(path, 'disables', unreadable);
  else {
    const { enabled, disabled, approval_mode: approval, ...others } = setting;
    if ((enabled ?? true) !== true || (disabled ?? false) !== false) draft.denied.push(tool);
    if (approval === 'prompt') draft.askBefore.push(tool);
    const shown = Object.entries(others).filter(([member, text]) => toolMembers.has(member) && isText(text));
    if (shown.length > 0) draft.overrides[tool] = Object.fromEntries(shown);
    for (const member of Object.keys(others).filter((one) => !toolMembers.has(one)))
      draft.noteAt([...path, member], 'disables', unreadable);
  }
}

/** Prompts and resources cannot be hidden one by one. */
export const hides: MemberReader = (draft, value, name) => {
  const isEmpty = Array.isArray(value)
    ? value.length === 0
    : isJsonObject(value) &&
      Object.values(value).every((one) => !isJsonObject(one) || one['enabled'] !== false);
  if (!isEmpty)
    draft.note(
      name,
      'disables',
      'cannot be taken over, as the gateway hides tools only: the server is disabled until you decide',
    );
};

export const asksBefore: MemberReader = (draft, value) => {
  if (value === 'prompt' || value === 'always') draft.askBefore.push('*');
};

/** Tools that a client runs without asking its person first. */
export const trusts: MemberReader = (draft, value, name) => {
  const isEmpty = value === false || (Array.isArray(value) && value.length === 0);
  if (!isEmpty)
    draft.note(
      name,
      'warning',
      'says which tools the client runs without asking: the client in front of the gateway decides that; to have the gateway ask, set policies.requireApproval',
    );
};

/** VS Code and others run the command in a sandbox; apps have none. */
export const confines: MemberReader = (draft, value, name) => {
  if (value !== false)
    draft.note(
      name,
      'disables',
      'confines the command, which an app cannot do: the operator can publish the server with `run`; it is disabled',
    );
};

export const readServerAddress: MemberReader = (draft, value, name) => {
  if (typeof value !== 'string') draft.note(name, 'refuses', 'is no address');
  else if (/^wss?:/i.test(value))
    draft.note(name, 'refuses', 'is a WebSocket, which the gateway does not speak');
  // The first of several counts: their order in the table is that of clients which know more than one.
  else draft.members['url'] ??= value;
};

const plainTypes: Readonly<Record<string, 'sse' | undefined>> = {
  sse: 'sse',
  http: undefined,
  https: undefined,
  streamable: undefined,
  streamablehttp: undefined,
  httpstream: undefined,
  remote: undefined,
  url: undefined,
  stdio: undefined,
  local: undefined,
  command: undefined,
  custom: undefined,
  openapi: undefined,
};

export const readType: MemberReader = (draft, value, name) => {
  const plain = typeof value === 'string' ? value.toLowerCase().replace(/[-_ ]/g, '') : '';
  if (!Object.hasOwn(plainTypes, plain)) {
    const text = isText(value) ? `"${String(value).slice(0, 40)}", which` : 'no text, which';
    draft.note(
      name,
      'refuses',
      `is ${text} is part of the client, or a transport that the gateway does not have`,
    );
  } else if (plain === 'sse') draft.members['type'] = 'sse';
};

const programs = /^(?:npx|uvx|uv|node|python3?|pipx|docker|podman|bunx?|deno|pnpm|yarn|go|java|dotnet)\s/;

export const readCommand: MemberReader = (draft, value, name) => {
  const { entry } = draft;
  if (isJsonObject(value)) {
    // Zed until 2025: { "command": { "path", "args", "env" } }.
    draft.members['command'] = value['path'] ?? value['command'];
    draft.args.push(...(textsIn(value['args']) ?? []));
    Object.assign(draft.env, pairsIn(value['env']) ?? {});
    return;
  }
  const isLine = typeof value === 'string' && entry['args'] === undefined && programs.test(value);
  const [command, ...args] = isLine ? shellWords(value) : (textsIn(value) ?? []);
  if (command === undefined) draft.note(name, 'refuses', 'is no command');
  draft.members['command'] = command;
  draft.args.unshift(...args);
};

export const readCommandArguments: MemberReader = (draft, value, name) => {
  if (typeof value === 'string') draft.args.push(...shellWords(value));
  else if (Array.isArray(value) && value.every(isText)) draft.args.push(...value.map(String));
  else draft.note(name, 'refuses', 'is no list of texts');
};

export const readVariables: MemberReader = (draft, value, name) => {
  const read = pairsIn(value);
  if (read === undefined) draft.note(name, 'refuses', 'has values that are no texts');
  else Object.assign(draft.env, read);
};

/** Names of variables whose values the client takes from its environment or key ring. */
export const readVariableNames: MemberReader = (draft, value, name) => {
  for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
    const variable = isJsonObject(item) ? item['name'] : item;
    if (typeof variable === 'string') draft.env[variable] ??= `\${env:${variable}}`;
    else draft.note(name, 'refuses', 'has names that are no texts');
  }
};

export const readHeaders: MemberReader = (draft, value, name) => {
  const read = pairsIn(value);
  if (read === undefined) draft.note(name, 'refuses', 'has values that are no texts');
  else Object.assign(draft.headers, read);
};

/** Names of variables by the header that each is sent in. */
export const readHeaderVariables: MemberReader = (draft, value, name) => {
  const read = pairsIn(value);
  if (read === undefined) draft.note(name, 'refuses', 'has values that are no texts');
  else for (const [header, variable] of Object.entries(read)) draft.headers[header] = `\${env:${variable}}`;
};

/** Continue, and the options of `fetch`. */
export const readRequestOptions: MemberReader = (draft, value, name) => {
  const { headers = {}, ...others } = isJsonObject(value) ? value : {};
  readHeaders(draft, headers, name);
  for (const member of Object.keys(others)) draft.noteAt([name, member], 'warning', 'is not taken over');
};

export const readBearer: MemberReader = (draft, value, name) => {
  if (typeof value === 'string') sendBearer(draft, value);
  else draft.note(name, 'refuses', 'is no text');
};

/** The name of the variable that holds the token. */
export const readBearerVariable: MemberReader = (draft, value, name) => {
  if (typeof value === 'string') sendBearer(draft, `\${env:${value}}`);
  else draft.note(name, 'refuses', 'is no name of a variable');
};

function sendBearer(draft: ServerDraft, token: string): void {
  const own = draft.entry['headers'];
  const given = [...Object.keys(draft.headers), ...Object.keys(isJsonObject(own) ? own : {})];
  if (given.some((name) => name.toLowerCase() === 'authorization') || token === '') return;
  draft.headers['Authorization'] = /^bearer /i.test(token) ? token : `Bearer ${token}`;
}

/** A key in a text, or LibreChat's object that says how it is sent. */
export const readApiKey: MemberReader = (draft, value, name) => {
  if (typeof value === 'string') {
    sendBearer(draft, value);
    return;
  }
  const { key, source, authorization_type: way, custom_header: header } = isJsonObject(value) ? value : {};
  if (source === 'user' || typeof key !== 'string')
    draft.note(
      name,
      'disables',
      'is a key of each person, which headers of an app cannot hold: the server is disabled',
    );
  else if (way === 'custom' && typeof header === 'string') draft.headers[header] = key;
  else if (way === 'basic') draft.headers['Authorization'] = `Basic ${key}`;
  else sendBearer(draft, key);
};

/** What the gateway does by itself, or what it has in another form. */
const oauthNotes: Readonly<Record<string, string>> = {
  callbackPort: 'is not needed: register {PUBLIC_URL}/oauth/upstream/callback at the service',
  redirectUri: 'is not needed: register {PUBLIC_URL}/oauth/upstream/callback at the service',
  redirect_uri: 'is not needed: register {PUBLIC_URL}/oauth/upstream/callback at the service',
};

export const readOAuth: MemberReader = (draft, value, name) => {
  if (value === false || (isJsonObject(value) && value['enabled'] === false)) return;
  if (!isJsonObject(value)) {
    requireSignIn(draft);
    return;
  }
  requireSignIn(draft);
  const { CLIENT_ID, CLIENT_SECRET, ...camel } = value;
  const read = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, ...camel } as JsonObject;
  setAuth(draft, 'clientId', firstMember(read, 'clientId', 'client_id'));
  setAuth(draft, 'clientSecret', firstMember(read, 'clientSecret', 'client_secret'));
  setAuth(draft, 'scopes', firstMember(read, 'scopes', 'scope'));
  setAuth(draft, 'resource', firstMember(read, 'resource'));
  const known = new Set([
    ...['clientId', 'client_id', 'clientSecret', 'client_secret', 'scopes', 'scope', 'resource', 'enabled'],
    ...['CLIENT_ID', 'CLIENT_SECRET'],
  ]);
  for (const member of Object.keys(value).filter((one) => !known.has(one)))
    draft.noteAt(
      [name, member],
      'warning',
      oauthNotes[member] ?? 'is not taken over: the gateway finds it in the metadata of the server',
    );
};

/** One member of the sign-in that stands beside the others. */
export const readOAuthMember =
  (member: 'clientId' | 'clientSecret' | 'scopes' | 'resource'): MemberReader =>
  (draft, value) => {
    requireSignIn(draft);
    setAuth(draft, member, value);
  };

export const readSignIn: MemberReader = (draft, value) => {
  if (value === true) requireSignIn(draft);
};

/** `oauth`, a token, or an object with the client. */
export const readAuth: MemberReader = (draft, value, name) => {
  if (value === 'oauth' || isJsonObject(value)) readOAuth(draft, value, name);
  else if (typeof value === 'string' && value !== 'none') sendBearer(draft, value);
};

export const readProviderType: MemberReader = (draft, value, name) => {
  if (value === 'dynamic_discovery') requireSignIn(draft);
  else
    draft.note(
      name,
      'warning',
      'signs in by Google credentials of your machine, which the gateway does not have',
    );
};

function requireSignIn(draft: ServerDraft): void {
  draft.auth['for'] = 'user';
}

function setAuth(draft: ServerDraft, member: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  draft.auth[member] =
    member === 'scopes' && typeof value === 'string' ? value.split(/[ ,]+/).filter(Boolean) : value;
}

/** A folder of the client's machine: relative ones have no meaning on the gateway's. */
export const readFolder: MemberReader = (draft, value, name) => {
  if (typeof value === 'string' && (/^(?:\/|[A-Za-z]:[\\/])/.test(value) || value.startsWith('${')))
    draft.members['cwd'] = value;
  else draft.note(name, 'warning', 'is not taken over: it is no absolute path');
};

export const readCallTimeout =
  (unit: 's' | 'ms' | undefined): MemberReader =>
  (draft, value, name) => {
    // Clients that count in seconds take an hour at most.
    const known = unit ?? draft.timeoutUnit ?? (Number(value) >= 10_000 ? 'ms' : undefined);
    const milliseconds = known === undefined ? undefined : toMilliseconds(value, known);
    if (milliseconds !== undefined) draft.members['timeoutMs'] ??= milliseconds;
    else
      draft.note(
        name,
        'warning',
        'is not taken over, since some clients count it in seconds and others in milliseconds: set timeoutMs',
      );
  };

/** MCPHub: the document, or where it is, in an object. */
export const readOpenApi: MemberReader = (draft, value, name) => {
  const { url, schema, ...others } = isJsonObject(value) ? value : {};
  const document = schema ?? url;
  if (document === undefined) draft.note(name, 'refuses', 'has neither url nor schema');
  else draft.members['openapi'] = document;
  for (const member of Object.keys(others).filter((one) => one !== 'version'))
    draft.noteAt([name, member], 'warning', 'is not taken over: write `credentials` by hand');
};

/** MCPHub and Cherry Studio call the address of the server so. */
export const readBaseUrl: MemberReader = (draft, value, name) => {
  if (draft.entry['openapi'] === undefined) readServerAddress(draft, value, name);
  else draft.members['baseUrl'] = value;
};

export const noted =
  (effect: ClientNoteEffect, text: string): MemberReader =>
  (draft, _value, name) => {
    draft.note(name, effect, text);
  };

/** Zed's extensions bring their own server along. */
export const readSource: MemberReader = (draft, value, name) => {
  const hasServer = ['command', 'url'].some((member) => draft.entry[member] !== undefined);
  if (value === 'extension' && !hasServer)
    draft.note(name, 'refuses', 'is an extension of Zed, which brings the server along');
};

/** Kept in the words of the gateway, which has this member too. */
export const kept: MemberReader = (draft, value, name) => {
  draft.members[name] = value;
};
