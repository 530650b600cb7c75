import { readOperatorFile, type ReadResult } from './operator-file.js';

const read = (content: string | object, variables: Readonly<Record<string, string>> = {}): ReadResult =>
  readOperatorFile(
    typeof content === 'string' ? content : JSON.stringify(content, null, 1),
    '/etc/gantry/mcp.json',
    (name) => variables[name],
  );
const url = 'http://127.0.0.1/';
const textsIn = ({ definitions = [] }: ReadResult) => definitions.map(({ name }) => name);

describe('faults', () => {
  it('leave out the servers that have them and nobody else', () => {
    const result = read({
      mcpServers: {
        good: { url },
        unset: { url: 'http://${env:NOPE}/' },
        both: { url, command: 'x' },
        'My Server': { url },
        brave_search: { command: 'npx' },
        '***': { url },
        nul: { command: 'x', args: ['a\0b'] },
      },
      servers: { good: { url }, last: { url } },
    });
    expect(textsIn(result)).toEqual(['good', 'last']);
    expect(result.faulty).toEqual(['unset', 'both', 'My Server', 'brave_search', '***', 'nul', 'good']);
    const rule = 'lower-case letters, digits and single hyphens between them, at most 63 characters';
    expect(result.faults).toEqual([
      'line 7, column 11, /mcpServers/unset/url needs the environment variable NOPE, which is not set',
      'line 9, column 11, /mcpServers/both must have one of url, openapi and command',
      `line 13, column 16, /mcpServers/My Server is not a name that a server can have: ${rule}; "my-server" would be one`,
      `line 16, column 19, /mcpServers/brave_search is not a name that a server can have: ${rule}; "brave-search" would be one`,
      `line 19, column 10, /mcpServers/*** is not a name that a server can have: ${rule}`,
      'line 25, column 5, /mcpServers/nul/args/0 has a NUL character',
      'line 30, column 11, /servers/good is declared under mcpServers too',
    ]);
  });

  it('[shape-saved] are told of what shapes pick, too', () => {
    const shape = { good: { pick: 'a.b' }, bad: { pick: 'a.[' }, unknown: { pick: '$nothing' } };
    const { faults, faulty } = read({ mcpServers: { s: { url, tools: { shape } } } });
    expect(faulty).toEqual(['s']);
    expect(faults).toEqual([
      expect.stringContaining('/mcpServers/s/tools/shape/bad/pick is not JSONata'),
      expect.stringContaining(
        '/mcpServers/s/tools/shape/unknown/pick uses $nothing, which is not known here',
      ),
    ]);
  });

  it('of the file as a whole say so', () => {
    for (const [content, fault] of [
      ['{\n"mcpServers": {\n', 'line 2, column 16: not JSON: a } is missing after the {'],
      ['', 'line 1, column 1: not JSON: there is nothing: {} is the least that may stand in the file'],
      ['[]', 'line 1, column 1, the file must have the member mcpServers (or servers)'],
      ['{"mcpServers":\n[]}', 'line 2, column 1, /mcpServers must be an object'],
    ] as const)
      expect(read(content)).toEqual({ faulty: [], faults: [fault], warnings: [] });
  });

  it('are none of a byte order mark', () => {
    expect(read(`\uFEFF{"servers": {"s": {"url": "${url}"}}}`)).toMatchObject({
      definitions: [{ name: 's' }],
      faults: [],
    });
  });
});

describe('a disabled server', () => {
  it('needs none of its variables', () => {
    const result = read({
      mcpServers: { off: { disabled: true, url: '${env:NOPE}', headers: { A: '${env:NOPE}' } } },
    });
    expect(result).toMatchObject({ definitions: [{ name: 'off' }], faults: [], warnings: [] });
  });
});

describe('headers', () => {
  it('that cannot be sent are faults, and no value is shown', () => {
    const { faults } = read(
      { mcpServers: { s: { url, headers: { A: '${env:TOKEN}', 'B C': 'x', D: 'snow ☃', E: 'ü' } } } },
      { TOKEN: 'secret\nvalue' },
    );
    expect(faults).toEqual([
      'line 6, column 10, /mcpServers/s/headers/A has a character that cannot stand in a header',
      'line 7, column 12, /mcpServers/s/headers/B C is not the name of a header (RFC 9110 §5.1)',
      'line 8, column 10, /mcpServers/s/headers/D has a character that cannot stand in a header',
    ]);
  });

  it('that differ in nothing but upper and lower case are a fault', () => {
    const headers = {
      Authorization: 'Bearer a',
      'X-Key': 'a',
      authorization: 'Bearer b',
      accept: 'x',
      Accept: 'y',
    };
    const result = read({ mcpServers: { s: { url, headers }, good: { url } } });
    expect(textsIn(result)).toEqual(['good']);
    expect(result.faults).toEqual([
      'line 8, column 22, /mcpServers/s/headers/authorization is the same header as Authorization, which is there, too',
    ]);
  });

  it('that the gateway sets itself are left out with a warning', () => {
    const headers = {
      'Content-Type': 'a/b',
      accept: '*/*',
      'Mcp-Session-Id': 'x',
      'Content-Length': '1',
      K: 'v',
    };
    const { definitions, faults, warnings } = read({ mcpServers: { s: { url, headers } } });
    expect(faults).toEqual([]);
    expect(definitions?.[0]?.target).toMatchObject({ headers: { K: 'v' } });
    expect(warnings).toEqual(
      ['Content-Type', 'accept', 'Mcp-Session-Id', 'Content-Length'].map(
        (name, index) =>
          `line ${String(6 + index)}, column ${String(9 + name.length)}, /mcpServers/s/headers/${name} is set by the gateway itself: this one is not sent`,
      ),
    );
  });
});

it('names members that stand twice with both lines and uses the last', () => {
  const { definitions, warnings } = read(
    `{"mcpServers": {\n"s": {"url": "${url}1"},\n"t": {"url": "${url}",\n"url": "${url}2"},\n"s": {"url": "${url}3"}}}`,
  );
  expect(definitions?.map(({ target }) => target)).toMatchObject([{ url: `${url}3` }, { url: `${url}2` }]);
  expect(warnings).toEqual([
    'line 4, column 8, /mcpServers/t/url is there twice, on lines 3 and 4: the last one is used',
    'line 5, column 6, /mcpServers/s is there twice, on lines 2 and 5: the last one is used',
  ]);
});

it('takes folders of processes relative to that of the file', () => {
  const { definitions = [] } = read({
    mcpServers: { a: { command: 'x', cwd: 'sub' }, b: { command: 'x', cwd: '/abs' }, c: { command: 'x' } },
  });
  expect(definitions.map(({ target }) => (target.transport === 'stdio' ? target.cwd : ''))).toEqual([
    '/etc/gantry/sub',
    '/abs',
    '/etc/gantry',
  ]);
});

describe('a member that the gateway does not know', () => {
  it.each([
    ['tool', { deny: ['*'] }, 'tools'],
    ['Tools', { deny: ['*'] }, 'tools'],
    ['tolos', {}, 'tools'],
    ['deny', ['*'], 'tools'],
    ['overide', {}, 'overrides'],
    ['over_rides', {}, 'overrides'],
    ['isolaton', 'account', 'isolation'],
    ['disable', true, 'disabled'],
    ['Auth', {}, 'auth'],
  ])('[unknown-members] is a fault as %s: %j, for it could be meant as a rule', (name, value, meant) => {
    const result = read({ mcpServers: { s: { url, [name]: value }, other: { url } } });
    expect(textsIn(result)).toEqual(['other']);
    expect(result.faulty).toEqual(['s']);
    expect(result.faults).toEqual([
      expect.stringMatching(
        new RegExp(`^line 5, column 4, /mcpServers/s/${name} is not .* did you mean "${meant}"\\?`),
      ),
    ]);
  });

  it('[auth-declared] is a fault in auth, whatever it is', () => {
    const granted = { type: 'oauth', for: 'user' };
    for (const auth of [{}, { ...granted, scope: 'read' }, { ...granted, for: 'me' }, { type: 'oauth' }])
      expect(read({ mcpServers: { s: { url, auth } } }).faulty).toEqual(['s']);
    expect(read({ mcpServers: { s: { url, auth: granted } } }).faulty).toEqual([]);
  });

  it('[unknown-members] is a warning otherwise, with the nearest one', () => {
    const result = read({ mcpServers: { s: { url, header: {}, somethingElse: 1, timeoutMS: 5 } } });
    expect(textsIn(result)).toEqual(['s']);
    const passed = 'is not a member that the gateway knows: it is passed over';
    expect(result.warnings).toEqual([
      `line 5, column 4, /mcpServers/s/header ${passed}; did you mean "headers"?`,
      `line 6, column 4, /mcpServers/s/somethingElse ${passed}`,
      `line 7, column 4, /mcpServers/s/timeoutMS ${passed}; did you mean "timeoutMs"?`,
    ]);
  });

  it('[unknown-members] is passed over in silence where clients know it for themselves only', () => {
    const known = {
      ...{ autoApprove: [], alwaysAllow: [], disabledTools: [], trust: false, timeout: 60_000 },
      ...{ 'x-mine': 1, enabled: true, name: 'Shown', icon: 'x.svg', autoStart: true },
    };
    expect(read({ servers: { s: { url, ...known } } })).toMatchObject({
      faults: [],
      warnings: [],
      faulty: [],
    });
  });
});

describe('a file of another client', () => {
  const serverOf = (member: object, outside: object = {}) => {
    const result = read({ mcpServers: { s: { command: 'x', args: [], ...member } }, ...outside });
    return { ...result, server: result.definitions?.[0] };
  };

  it.each([
    [{ enabled: false }, { disabled: true }],
    [{ isActive: false }, { disabled: true }],
    [{ disabled: 'true' }, { disabled: true }],
    [{ disabledTools: ['a'] }, { tools: { deny: ['a'] } }],
    [{ excludeTools: ['a'], tools: { deny: ['b'] } }, { tools: { deny: ['b', 'a'] } }],
    [{ includeTools: ['a'] }, { tools: { allow: ['a'] } }],
    [{ enabled_tools: [] }, { tools: { allow: [] } }],
    [{ tools: ['a', 'b'], allowedTools: ['b', 'c'] }, { tools: { allow: ['b'] } }],
    [{ tools: { a: { enabled: false }, b: { enabled: true } } }, { tools: { deny: ['a'] } }],
  ])('[import-operator] keeps its rules: %j', (member, options) => {
    const { server, faults, warnings } = serverOf(member);
    expect([faults, warnings]).toEqual([[], []]);
    expect(server?.options).toEqual(options);
  });

  it('[import-operator] keeps rules that stand outside of the server', () => {
    const { server } = serverOf({ tools: { allow: ['a'] } }, { mcp: { excluded: ['s'] } });
    expect(server?.options).toEqual({ disabled: true, tools: { allow: ['a'] } });
  });

  it.each([
    ['httpUrl', { httpUrl: url }],
    ['serverUrl', { serverUrl: url }],
    ['a transport in other letters', { url, type: 'STREAMABLE_HTTP' }],
  ])('[import-operator] reaches a server by %s', (_, entry) => {
    const { definitions, faults } = read({ mcpServers: { s: entry } });
    expect(faults).toEqual([]);
    expect(definitions).toMatchObject([{ name: 's', target: { transport: 'auto', url } }]);
  });

  it('[import-operator] sends a token as a header, from a variable too', () => {
    const { definitions } = read(
      { mcpServers: { a: { url, bearerToken: 'tok' }, b: { url, bearer_token_env_var: 'PAT' } } },
      { PAT: 'of-env' },
    );
    expect(definitions?.map(({ target }) => target)).toMatchObject([
      { headers: { Authorization: 'Bearer tok' } },
      { headers: { Authorization: 'Bearer of-env' } },
    ]);
  });

  it.each([
    ['servers of Zed', { context_servers: { s: { source: 'custom', url } } }],
    ['servers of OpenCode', { mcp: { s: { type: 'remote', url, enabled: true } } }],
    ['servers without a member around them', { s: { url } }],
  ])('[import-operator] has %s', (_, file) => {
    expect(read(file)).toMatchObject({ definitions: [{ name: 's' }], faults: [] });
  });

  it.each([
    [{ disabledTools: 5 }, 'disabledTools is a rule that cannot be read here'],
    [{ sandboxEnabled: true }, 'sandboxEnabled confines the command'],
    [{ disabled_prompts: ['x'] }, 'disabled_prompts cannot be taken over'],
    [{ default_tools_approval_mode: 'prompt' }, 's has tools before which a client asks'],
  ])('[import-operator] is not used with a rule that the gateway cannot keep: %j', (member, fault) => {
    const { faults, faulty } = serverOf(member);
    expect(faulty).toEqual(['s']);
    expect(faults.join()).toContain(fault);
  });

  it('[import-operator] is warned of what is not taken over and of variables that are not replaced', () => {
    const { warnings } = serverOf({ envFile: '.env', env: { LEVEL: '${LOG_LEVEL:-info}' } });
    expect(warnings).toEqual([
      expect.stringContaining('/mcpServers/s/envFile is not read'),
      expect.stringContaining('LEVEL has ${LOG_LEVEL:-info}, which is not replaced: write ${env:LOG_LEVEL}'),
    ]);
  });
});

describe('our clients at authorization servers', () => {
  const clients = (oauthClients: unknown) => read({ mcpServers: {}, oauthClients });

  it('[auth-declared] are read by issuer', () => {
    const known = { 'https://slack.com': { clientId: '12.34', clientSecret: 'shh' } };
    expect(clients(known)).toMatchObject({ oauthClients: known, faults: [] });
    expect(read({ mcpServers: {} }).oauthClients).toEqual({});
  });

  it('[auth-declared] are none with a fault in them, which is named with its place', () => {
    for (const [faulty, place] of [
      [{ 'https://slack.com': { id: '12.34' } }, '/oauthClients/https:~1~1slack.com'],
      [{ slack: { clientId: '12.34' } }, '/oauthClients/slack'],
      [[], '/oauthClients'],
    ] as const) {
      const { oauthClients, faults } = clients(faulty);
      expect(oauthClients).toBeUndefined();
      expect(faults.join()).toContain(place);
    }
  });
});
