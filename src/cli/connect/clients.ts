import { platform } from 'node:os';
import { join } from 'node:path';
import { homeFolder, type Environment } from '../environment.js';
import type { ConfigObject } from '../project/json-value.js';

/** What a client is to be told. */
export interface Endpoint {
  readonly url: string;
  readonly key: string;
}

/** A program that keeps its MCP servers in a file. */
export interface FileClient {
  readonly id: string;
  readonly title: string;
  /** Its own file of the user, where each program keeps it. */
  readonly file: (environment: Environment) => string;
  readonly format: 'json' | 'toml';
  /** The member that holds the servers by name. */
  readonly section: string;
  readonly entry: (endpoint: Endpoint) => ConfigObject;
  /** What to do once the file says it. */
  readonly next: string;
}

/** A program that takes no key but comes in by OAuth: what to do there, a line each. */
export interface ConnectorClient {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly string[];
}

const headersOf = ({ key }: Endpoint): ConfigObject => ({ Authorization: `Bearer ${key}` });
const inHome = (environment: Environment, ...parts: readonly string[]) =>
  join(homeFolder(environment), ...parts);

/** Where programs keep what is theirs: `Code/User/mcp.json`. */
function inProfile(environment: Environment, ...parts: readonly string[]): string {
  const { APPDATA, XDG_CONFIG_HOME } = environment;
  switch (platform()) {
    case 'darwin':
      return inHome(environment, 'Library', 'Application Support', ...parts);
    case 'win32':
      return join(APPDATA ?? inHome(environment, 'AppData', 'Roaming'), ...parts);
    default:
      return join(XDG_CONFIG_HOME ?? inHome(environment, '.config'), ...parts);
  }
}

export const fileClients: readonly FileClient[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    file: (environment) => inProfile(environment, 'Claude', 'claude_desktop_config.json'),
    format: 'json',
    section: 'mcpServers',
    // Its file starts processes only, and on Windows it does not quote arguments.
    entry: ({ url, key }) => ({
      command: 'npx',
      args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${AUTH}'],
      env: { AUTH: `Bearer ${key}` },
    }),
    next: 'Start Claude Desktop anew.',
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    file: (environment) => inHome(environment, '.claude.json'),
    format: 'json',
    section: 'mcpServers',
    entry: (endpoint) => ({ type: 'http', url: endpoint.url, headers: headersOf(endpoint) }),
    next: 'Start Claude Code anew; /mcp shows whether it is connected.',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    file: (environment) => inHome(environment, '.cursor', 'mcp.json'),
    format: 'json',
    section: 'mcpServers',
    entry: (endpoint) => ({ url: endpoint.url, headers: headersOf(endpoint) }),
    next: 'Cursor shows it under Settings, MCP.',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    file: (environment) => inProfile(environment, 'Code', 'User', 'mcp.json'),
    format: 'json',
    section: 'servers',
    entry: (endpoint) => ({ type: 'http', url: endpoint.url, headers: headersOf(endpoint) }),
    next: 'Start it with the command "MCP: List Servers".',
  },
  {
    id: 'codex',
    title: 'Codex',
    file: (environment) => join(environment['CODEX_HOME'] ?? inHome(environment, '.codex'), 'config.toml'),
    format: 'toml',
    section: 'mcp_servers',
    entry: (endpoint) => ({ url: endpoint.url, http_headers: headersOf(endpoint) }),
    next: 'Start Codex anew; /mcp lists its servers.',
  },
  {
    id: 'gemini',
    title: 'Gemini CLI',
    file: (environment) => inHome(environment, '.gemini', 'settings.json'),
    format: 'json',
    section: 'mcpServers',
    // `url` would mean the older HTTP+SSE.
    entry: (endpoint) => ({ httpUrl: endpoint.url, headers: headersOf(endpoint) }),
    next: 'Start Gemini CLI anew; /mcp lists its servers.',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    file: (environment) => inHome(environment, '.codeium', 'windsurf', 'mcp_config.json'),
    format: 'json',
    section: 'mcpServers',
    entry: (endpoint) => ({ serverUrl: endpoint.url, headers: headersOf(endpoint) }),
    next: 'Press Refresh under Cascade, MCP servers.',
  },
  {
    id: 'zed',
    title: 'Zed',
    file: (environment) =>
      platform() === 'win32'
        ? inProfile(environment, 'Zed', 'settings.json')
        : inHome(environment, '.config', 'zed', 'settings.json'),
    format: 'json',
    section: 'context_servers',
    entry: (endpoint) => ({ url: endpoint.url, headers: headersOf(endpoint) }),
    next: 'Zed takes it over at once; the agent panel shows it.',
  },
];

const browserNote =
  'Then the browser shows Gantry: sign in, look at what it will reach, approve. gantry grants takes it back.';
const connectorNote =
  'It takes no key, and comes from the internet: the address above has to be https, public, and that of PUBLIC_URL.';

export const connectorClients: readonly ConnectorClient[] = [
  {
    id: 'claude',
    title: 'Claude on the web and on phones',
    steps: [
      'Settings, Connectors, Add custom connector: give the address above, leave client id and secret empty, then Connect.',
      browserNote,
      connectorNote,
    ],
  },
  {
    id: 'chatgpt',
    title: 'ChatGPT',
    steps: [
      'Settings, Apps, Advanced settings: switch developer mode on, then Create app: give the address above, Authentication OAuth.',
      browserNote,
      connectorNote,
    ],
  },
];
