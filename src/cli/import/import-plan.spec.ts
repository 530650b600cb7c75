import { parseClientDocument } from '../../kernel/client-files/client-document.js';
import { CliFailure } from '../failure.js';
import { planImport, type ImportPlan } from './import-plan.js';
import type { ImportSurroundings } from './import-surroundings.js';
import { parseClientFile } from './read-file.js';

const token = 'ghp_0123456789abcdefABCDEF0123456789abcd';

function plan(document: unknown, surroundings: Partial<ImportSurroundings> = {}): ImportPlan {
  const read = parseClientDocument(document);
  if (read === undefined) throw new Error('There are no servers.');
  return planImport(read, {
    environment: {},
    published: [],
    present: [],
    takenSecrets: [],
    allowsCommands: false,
    usePublished: false,
    ...surroundings,
  });
}

const commands = { allowsCommands: true };

describe('A file of Claude Desktop', () => {
  const claude = {
    mcpServers: {
      GitHub: { command: 'npx', args: ['-y', 'server-github'], env: { GITHUB_TOKEN: token, DEBUG: 'true' } },
    },
  };

  it('[cli-import] leaves out servers that run a command, and needs no secret for them', () => {
    expect(plan(claude)).toMatchObject({
      servers: {},
      secrets: [],
      skipped: [{ server: 'github', reason: expect.stringContaining('it runs a command') }],
    });
  });

  it('[import-same-server] does not take a published server of that name for its own, unless told to', () => {
    const published = ['github'];
    expect(plan(claude, { published }).servers).toEqual({});
    expect(plan(claude, { published }).skipped[0]?.reason).toContain('--use-published');
    expect(plan(claude, { ...commands, published }).servers['github']).toMatchObject({ command: 'npx' });
    const used = plan(claude, { ...commands, published, usePublished: true });
    expect(used.servers).toEqual({ github: { use: 'github' } });
    expect(used.remarks).toEqual([
      {
        ...{ server: 'github', path: ['mcpServers', 'GitHub', 'command'], effect: 'warning' },
        text: "is not taken over: the gateway's server github is used in place of npx -y server-github",
      },
    ]);
  });

  it('[import-same-server] keeps servers apart whose names become the same', () => {
    const { servers, remarks } = plan({
      mcpServers: { 'My Server': { url: 'https://a.example' }, 'my-server': { url: 'https://b.example' } },
    });
    expect(servers).toEqual({
      'my-server': { url: 'https://a.example' },
      'my-server-2': { url: 'https://b.example' },
    });
    expect(remarks[0]?.text).toContain('my-server-2');
  });

  it('[cli-import] takes commands over when it is told to; credentials in variables become secrets', () => {
    expect(plan(claude, commands)).toMatchObject({
      servers: {
        github: {
          command: 'npx',
          args: ['-y', 'server-github'],
          env: { GITHUB_TOKEN: '${secret:GITHUB_TOKEN}', DEBUG: 'true' },
        },
      },
      secrets: [{ name: 'GITHUB_TOKEN', value: token, what: 'GITHUB_TOKEN of the server github' }],
      skipped: [],
    });
  });

  it.each([
    [['--api-key', 'abcdef123456']],
    [['--header', `Authorization: Bearer ${token}`]],
    [[token]],
    [['https://u:p@host/x']],
    [[`API_KEY=${token}`]],
    [['--token', 'abcdef123456', '--verbose']],
  ])('[cli-import] leaves out a command whose arguments carry a credential: %j', (args) => {
    const { servers, skipped } = plan({ mcpServers: { x: { command: 'x', args } } }, commands);
    expect([servers, skipped]).toEqual([{}, [{ server: 'x', reason: expect.stringContaining('arguments') }]]);
  });

  it.each([
    [['run', '-i', '--rm', '-e', 'GITHUB_PERSONAL_ACCESS_TOKEN', 'ghcr.io/github/github-mcp-server']],
    [['run', '--env', 'API_KEY', '-v', '/srv/data:/data', 'mcp/postgres']],
    [['--auth', '--port', '8080']],
  ])('[import-docker] takes names of variables for no credentials: %j', (args) => {
    const { servers, skipped } = plan({ mcpServers: { x: { command: 'docker', args } } }, commands);
    expect([servers, skipped]).toEqual([{ x: { command: 'docker', args } }, []]);
  });

  it.each([
    [
      ['run', '-e', `TOKEN=${token}`, 'image'],
      ['run', '-e', 'TOKEN', 'image'],
    ],
    [
      ['run', `-eTOKEN=${token}`, 'image'],
      ['run', '-eTOKEN', 'image'],
    ],
    [
      ['run', `--env=TOKEN=${token}`, 'image'],
      ['run', '--env=TOKEN', 'image'],
    ],
  ])('[import-docker] makes a credential of docker a variable: %j', (args, named) => {
    const { servers, secrets } = plan({ mcpServers: { x: { command: 'docker', args } } }, commands);
    expect(servers).toEqual({ x: { command: 'docker', args: named, env: { TOKEN: '${secret:TOKEN}' } } });
    expect(secrets).toMatchObject([{ name: 'TOKEN', value: token }]);
  });

  it('[cli-import] takes a bridge of mcp-remote for the server that it bridges to', () => {
    const args = ['-y', 'mcp-remote@latest', 'https://mcp.example.com/sse', '--header', 'X-Api-Key: ${KEY}'];
    const { servers, secrets } = plan({ mcpServers: { b: { command: 'npx', args, env: { KEY: token } } } });
    expect(servers).toEqual({
      b: { url: 'https://mcp.example.com/sse', headers: { 'X-Api-Key': '${secret:B_X_API_KEY}' } },
    });
    expect(secrets).toMatchObject([{ name: 'B_X_API_KEY', value: token }]);
  });
});

describe('A bridge of mcp-remote', () => {
  const bridge = (...args: string[]) => ({
    mcpServers: { b: { command: 'npx', args: ['-y', 'mcp-remote', ...args] } },
  });
  const url = 'https://mcp.example.com/mcp';

  it('[cli-import-oauth] becomes a server that each person connects by OAuth', () => {
    const auth = { type: 'oauth', for: 'user' };
    expect(plan(bridge(url)).servers).toEqual({ b: { url, auth } });
    expect(plan(bridge(url, '3334', '--transport', 'sse-only')).servers).toEqual({
      b: { type: 'sse', url, auth },
    });
    expect(plan(bridge(url, '--header', 'X-Team: support')).servers).toEqual({
      b: { url, headers: { 'X-Team': 'support' }, auth },
    });
  });

  it('[cli-import-oauth] keeps the client, scopes and resource that it was told; the secret becomes a secret', () => {
    const { servers, secrets } = plan(
      bridge(
        ...[url, '--static-oauth-client-info', '{"client_id":"abc","client_secret":"plain words"}'],
        ...['--static-oauth-client-metadata', '{"scope":"read write"}', '--resource', 'https://r.example/'],
      ),
    );
    expect(servers['b']).toEqual({
      url,
      auth: {
        ...{ type: 'oauth', for: 'user', clientId: 'abc', clientSecret: '${secret:B_CLIENT_SECRET}' },
        ...{ scopes: ['read', 'write'], resource: 'https://r.example/' },
      },
    });
    expect(secrets).toEqual([
      { name: 'B_CLIENT_SECRET', what: 'client secret of the server b', value: 'plain words' },
    ]);
  });

  it('[cli-import-oauth] keeps that no resource is sent', () => {
    expect(plan(bridge(url, '--disable-resource-parameter')).servers['b']).toEqual({
      url,
      auth: { type: 'oauth', for: 'user', resource: false },
    });
  });

  it('[cli-import-oauth] is left out where its client stands in a file, and has no sign-in beside a token in a header', () => {
    const { servers, skipped } = plan(bridge(url, '--static-oauth-client-info', '@client.json'));
    expect([servers, skipped]).toEqual([
      {},
      [{ server: 'b', reason: expect.stringContaining('--static-oauth-client-info cannot be read') }],
    ]);
    expect(plan(bridge(url, '--header', `Authorization: Bearer ${token}`)).servers['b']).not.toHaveProperty(
      'auth',
    );
  });
});

describe('A file of Cursor', () => {
  it('[cli-import] keeps the scheme of a header and what is no credential', () => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Team': 'support' };
    const { servers, secrets } = plan({
      mcpServers: { 'My Server!': { url: 'https://a.example', headers } },
    });
    expect(servers).toEqual({
      'my-server': {
        url: 'https://a.example',
        headers: { Authorization: 'Bearer ${secret:MY_SERVER_TOKEN}', 'X-Team': 'support' },
      },
    });
    expect(secrets.map(({ value }) => value)).toEqual([token]);
  });

  it('[cli-import] reads references to variables from the environment', () => {
    const headers = { Authorization: 'Bearer ${env:PAT}', 'X-Other': '${env:MISSING}' };
    const { servers, secrets } = plan(
      { mcpServers: { a: { url: 'https://a.example', headers } } },
      { environment: { PAT: 'value' } },
    );
    expect(servers['a']).toMatchObject({
      headers: { Authorization: 'Bearer ${secret:PAT}', 'X-Other': '${secret:MISSING}' },
    });
    expect(secrets).toEqual([
      { name: 'PAT', value: 'value', what: 'PAT of the server a' },
      { name: 'MISSING', what: 'MISSING of the server a' },
    ]);
  });

  it.each(['https://a.example/mcp?api_key=abc123def456', 'https://me:pass@a.example/mcp'])(
    '[cli-import] leaves out a server whose address carries a credential: %s',
    (url) => {
      const { servers, secrets, skipped } = plan({ mcpServers: { a: { url } } });
      expect([servers, secrets]).toEqual([{}, []]);
      expect(JSON.stringify(skipped)).toContain('its address carries a credential');
    },
  );

  it('[cli-import] does not touch secrets or servers that are there already', () => {
    const server = { url: 'https://a.example', headers: { Authorization: `Bearer ${token}` } };
    const { servers, skipped } = plan(
      { mcpServers: { a: server, b: server } },
      { present: ['a'], takenSecrets: ['B_TOKEN'] },
    );
    expect(servers).toMatchObject({ b: { headers: { Authorization: 'Bearer ${secret:B_TOKEN_2}' } } });
    expect(skipped).toEqual([{ server: 'a', reason: 'the config has it already' }]);
  });
});

describe('A file of VS Code', () => {
  it.each(['mcp.json', 'settings.json'])(
    '[cli-import] has servers and inputs that are asked for: %s',
    (name) => {
      const document = {
        inputs: [{ id: 'pat', type: 'promptString', description: 'GitHub token', password: true }],
        servers: {
          gh: { type: 'http', url: 'https://a.example', headers: { Authorization: 'Bearer ${input:pat}' } },
        },
      };
      expect(plan(name === 'mcp.json' ? document : { mcp: document })).toMatchObject({
        servers: { gh: { url: 'https://a.example', headers: { Authorization: 'Bearer ${secret:PAT}' } } },
        secrets: [{ name: 'PAT', what: 'GitHub token' }],
        skipped: [],
      });
    },
  );

  it('[cli-import] keeps the old transport of a server and that it is disabled', () => {
    const gh = { type: 'sse', url: 'https://a.example/sse', disabled: true };
    expect(plan({ servers: { gh } }).servers).toEqual({ gh });
  });
});

describe('References to variables', () => {
  const env = (values: Readonly<Record<string, string>>, surroundings: Partial<ImportSurroundings> = {}) =>
    plan({ mcpServers: { s: { command: 'x', env: values } } }, { ...commands, ...surroundings });

  it('[import-variables] have their default where they are not set, as a secret if it is a credential', () => {
    const { servers, secrets } = env({ A: '${LEVEL:-info}', B_TOKEN: `\${PAT:-${token}}` });
    expect(servers['s']).toMatchObject({ env: { A: 'info', B_TOKEN: '${secret:PAT}' } });
    expect(secrets).toMatchObject([{ name: 'PAT', value: token }]);
    const set = env({ A: '${LEVEL:-info}' }, { environment: { LEVEL: 'debug' } });
    expect(set.secrets).toMatchObject([{ name: 'LEVEL', value: 'debug' }]);
  });

  it.each(['$PAT', '${PAT}', '${env:PAT}', '${ENV:PAT}', '{env:PAT}', '${{ secrets.PAT }}', '${PAT:-}'])(
    '[import-variables] are read as the clients write them: %s',
    (text) => {
      const { servers, secrets } = env({ KEY: text }, { environment: { PAT: 'value' } });
      expect(servers['s']).toMatchObject({ env: { KEY: '${secret:PAT}' } });
      expect(secrets).toMatchObject([{ name: 'PAT', value: 'value' }]);
    },
  );

  it.each(['${file:/run/token}', '{file:~/token}', '${command:pick}'])(
    '[import-variables] are asked for where only the client can read them: %s',
    (text) => {
      const { servers, secrets } = env({ KEY: text });
      expect(servers['s']).toMatchObject({ env: { KEY: '${secret:S_KEY}' } });
      expect(secrets).toEqual([{ name: 'S_KEY', what: 'KEY of the server s' }]);
    },
  );

  it('[import-variables] that stand for something of each person disable the server', () => {
    const headers = { 'X-User': '{{LIBRECHAT_USER_ID}}' };
    const { servers, remarks } = plan({ mcpServers: { s: { url: 'https://a.example', headers } } });
    expect(servers['s']).toMatchObject({ disabled: true });
    expect(remarks).toMatchObject([{ path: ['mcpServers', 's', 'headers', 'X-User'], effect: 'warning' }]);
  });

  it('[import-variables] in addresses, commands and arguments become their values, unless these are credentials', () => {
    const file = (args: readonly string[], url = 'https://${HOST:-a.example}/mcp') => ({
      mcpServers: { c: { command: '${workspaceFolder}/run', args }, u: { url } },
    });
    const surroundings = {
      ...commands,
      file: '/work/.vscode/mcp.json',
      environment: { HOME: '/home/me', DIR: '/srv' },
    };
    expect(plan(file(['${DIR}', '${userHome}/x', '$NAME']), surroundings).servers).toEqual({
      c: { command: '/work/run', args: ['/srv', '/home/me/x', '$NAME'] },
      u: { url: 'https://a.example/mcp' },
    });
    const { skipped } = plan(file(['${UNSET}'], 'https://a.example/?key=${API_KEY}'), {
      ...surroundings,
      environment: { API_KEY: token },
    });
    expect(skipped).toEqual([
      { server: 'c', reason: expect.stringContaining('its arguments need ${UNSET}, which is not set here') },
      { server: 'u', reason: expect.stringContaining('the credential ${API_KEY}') },
    ]);
  });
});

describe('A rule', () => {
  const url = 'https://a.example';

  it('[import-rules] that is not known here disables its server, and of any other unknown rule there is a warning', () => {
    const { servers, remarks } = plan({
      mcpServers: { a: { url, toolFilter: ['x'] }, b: { url, colour: 'red' } },
    });
    expect(servers).toEqual({ a: { url, disabled: true }, b: { url } });
    expect(remarks).toMatchObject([
      {
        server: 'a',
        path: ['mcpServers', 'a', 'toolFilter'],
        text: expect.stringContaining('disabled until'),
      },
      { server: 'b', path: ['mcpServers', 'b', 'colour'], text: expect.stringContaining('not taken over') },
    ]);
  });

  it.each([
    ['Gemini CLI', { mcp: { allowed: ['a'] } }, { a: { url }, b: { url, disabled: true } }],
    ['Gemini CLI', { mcp: { excluded: ['a'] } }, { a: { url, disabled: true }, b: { url } }],
    ['Claude Code', { disabledMcpjsonServers: ['b'] }, { a: { url }, b: { url, disabled: true } }],
    [
      'Claude Code',
      { permissions: { deny: ['mcp__a__rm', 'mcp__b', 'Bash(rm:*)'] } },
      { a: { url, tools: { deny: ['rm'] } }, b: { url, disabled: true } },
    ],
    [
      'Amazon Q',
      { tools: ['fs_read', '@a/get'] },
      { a: { url, tools: { allow: ['get'] } }, b: { url, disabled: true } },
    ],
    ['Amazon Q', { tools: ['@a', '@b/*'] }, { a: { url }, b: { url } }],
  ])('[import-rules] outside of the servers counts, too: %s %j', (_, outside, servers) => {
    expect(plan({ mcpServers: { a: { url }, b: { url } }, ...outside }).servers).toEqual(servers);
  });

  it.each([
    [{ tools: { a_rm: false } }, { deny: ['rm'] }],
    [{ tools: { 'a*': false } }, { deny: ['*'] }],
    [{ tools: { '*_rm': false } }, { deny: ['*_rm', 'rm', '_rm'] }],
    [{ tools: { 'b_*': false, '?_rm': false } }, { deny: ['rm'] }],
    [{ permission: { 'a_get*': 'deny', a_put: 'ask' } }, { deny: ['get*'] }],
  ])('[import-rules] of OpenCode over all tools counts: %j', (outside, tools) => {
    expect(plan({ mcp: { a: { type: 'remote', url } }, ...outside }).servers).toEqual({ a: { url, tools } });
  });

  it('[import-rules] about a tool that has the name of its server in front counts for both names', () => {
    const a = { url, tools: { 'a-rm': { enabled: false } }, disabledTools: ['ab', 'a__put'] };
    expect(plan({ mcpServers: { a } }).servers['a']).toEqual({
      url,
      tools: { deny: ['ab', 'a__put', 'put', 'a-rm', 'rm'] },
    });
  });

  it('[import-rules] of a bridge counts, too', () => {
    const args = ['mcp-remote', url, '--ignore-tool', 'delete*', '--header', 'X-Team: support'];
    const b = { command: 'npx', args, disabledTools: ['rm'], enabled: false };
    expect(plan({ mcpServers: { b } }).servers['b']).toMatchObject({
      ...{ url, disabled: true },
      tools: { deny: ['rm', 'delete*'] },
    });
  });

  it('[import-rules] before which a client asks becomes an approval', () => {
    const { servers, requireApproval } = plan({
      mcp_servers: { a: { url, tools: { rm: { approval_mode: 'prompt' } } } },
    });
    expect([servers, requireApproval]).toEqual([{ a: { url } }, ['a__rm']]);
  });
});

it.each(['{}', '[]', '"text"', '{"mcpServers": "x"}', '{"editor": {"tabSize": 2}}'])(
  '[cli-import] refuses what is no such file: %s',
  async (text) => {
    await expect(parseClientFile(text, 'x.json')).rejects.toThrow(CliFailure);
  },
);
