/** Where a client is to go, and with which key; without one, `<key>` stands in its place. */
export interface Target {
  readonly url: string;
  /** Its tools over plain HTTP, for who shows the key. */
  readonly listUrl: string;
  readonly key: string;
  /** What the client calls it. */
  readonly name: string;
}

/** One thing to do, with what is to be copied for it. */
export interface Step {
  readonly text: string;
  readonly code?: string;
  /** An address that opens the program with all filled in. */
  readonly open?: string;
}

export interface ClientGuide {
  readonly name: string;
  /** In the address of the page. */
  readonly slug: string;
  /** `oauth`: it signs in by itself; `key`: it is given one. */
  readonly by: 'oauth' | 'key';
  readonly steps: (target: Target) => readonly Step[];
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const headersOf = ({ key }: Target): object => ({ Authorization: `Bearer ${key}` });

/** A word of a POSIX shell that may hold anything. */
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

const signIn: Step = {
  text: 'A window shows Gantry: sign in, look at what the program will reach, and approve.',
};
const isPublic: Step = {
  text: 'It comes from the internet: the address above must be public and begin with https://.',
};

/** Every client, in the order of the list. Where a client can sign in by OAuth it needs no key. */
export const guides: readonly ClientGuide[] = [
  {
    name: 'Claude',
    slug: 'claude',
    by: 'oauth',
    steps: ({ url }) => [
      {
        text: 'On claude.ai open Settings, Connectors, Add custom connector, and give this address. Leave client id and secret empty.',
        code: url,
      },
      signIn,
      isPublic,
    ],
  },
  {
    name: 'Claude Desktop',
    slug: 'claude-desktop',
    by: 'key',
    steps: (target) => [
      {
        text: 'Open Settings, Developer, Edit config, and put this into claude_desktop_config.json:',
        code: pretty({
          mcpServers: {
            [target.name]: {
              command: 'npx',
              args: ['-y', 'mcp-remote', target.url, '--header', 'Authorization:${AUTH}'],
              env: { AUTH: `Bearer ${target.key}` },
            },
          },
        }),
      },
      { text: 'Start Claude Desktop anew.' },
    ],
  },
  {
    name: 'Claude Code',
    slug: 'claude-code',
    by: 'oauth',
    steps: ({ name, url }) => [
      { text: 'At a terminal:', code: `claude mcp add --transport http ${name} ${url}` },
      { text: 'In Claude Code open /mcp, choose it, and Authenticate.' },
      signIn,
    ],
  },
  {
    name: 'ChatGPT',
    slug: 'chatgpt',
    by: 'oauth',
    steps: ({ url }) => [
      {
        text: 'Open Settings, Apps, Advanced settings, switch developer mode on, then Create app with this address and Authentication OAuth:',
        code: url,
      },
      signIn,
      isPublic,
    ],
  },
  {
    name: 'Cursor',
    slug: 'cursor',
    by: 'oauth',
    steps: ({ name, url }) => [
      {
        text: 'One click opens Cursor and asks whether to install it.',
        open: `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${encodeURIComponent(btoa(JSON.stringify({ url })))}`,
      },
      { text: 'Or put this into ~/.cursor/mcp.json:', code: pretty({ mcpServers: { [name]: { url } } }) },
      signIn,
    ],
  },
  {
    name: 'VS Code',
    slug: 'vs-code',
    by: 'oauth',
    steps: ({ name, url }) => [
      {
        text: 'One click opens VS Code and asks whether to install it.',
        open: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`,
      },
      {
        text: 'Or at a terminal:',
        code: `code --add-mcp ${quoted(JSON.stringify({ name, type: 'http', url }))}`,
      },
      signIn,
    ],
  },
  {
    name: 'Codex',
    slug: 'codex',
    by: 'key',
    steps: (target) => [
      {
        text: 'Put this into ~/.codex/config.toml:',
        code: `[mcp_servers.${target.name}]\nurl = ${JSON.stringify(target.url)}\nhttp_headers = { Authorization = ${JSON.stringify(`Bearer ${target.key}`)} }`,
      },
      { text: 'Start Codex anew; /mcp lists its servers.' },
    ],
  },
  {
    name: 'Gemini CLI',
    slug: 'gemini-cli',
    by: 'key',
    steps: (target) => [
      {
        text: 'Put this into ~/.gemini/settings.json:',
        code: pretty({ mcpServers: { [target.name]: { httpUrl: target.url, headers: headersOf(target) } } }),
      },
      { text: 'Start Gemini CLI anew; /mcp lists its servers.' },
    ],
  },
  {
    name: 'Inspector',
    slug: 'inspector',
    by: 'key',
    steps: ({ url, key }) => [
      {
        text: 'At a terminal:',
        code: `npx @modelcontextprotocol/inspector --cli ${url} --transport http --header ${quoted(`Authorization: Bearer ${key}`)} --method tools/list`,
      },
      { text: 'Without --cli it opens a page: choose Streamable HTTP and the same address.' },
    ],
  },
  {
    name: 'curl',
    slug: 'curl',
    by: 'key',
    steps: ({ listUrl, key }) => [
      {
        text: 'At a terminal, to see its tools:',
        code: `curl -sS -H ${quoted(`Authorization: Bearer ${key}`)} ${quoted(listUrl)}`,
      },
      { text: 'The page of a tool has the command that calls it.' },
    ],
  },
  {
    name: 'SDK',
    slug: 'sdk',
    by: 'key',
    steps: ({ url, key }) => [
      {
        text: 'In a program, after npm install @modelcontextprotocol/client:',
        code: `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const transport = new StreamableHTTPClientTransport(new URL(${JSON.stringify(url)}), {
  requestInit: { headers: { Authorization: ${JSON.stringify(`Bearer ${key}`)} } },
});
const client = new Client({ name: 'my-program', version: '1.0.0' });
await client.connect(transport);
console.log(await client.listTools());`,
      },
    ],
  },
];
