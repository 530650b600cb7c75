import { yamlFormat } from './yaml-format.js';

const text = `# Servers of the support team.
mcpServers:
  github: # their account
    url: "https://api.example.com/mcp"
    headers: {Authorization: 'Bearer \${secret:PAT}'}
    tools:
      allow:
      - search_* # read only
      - get_*

  # Published by the gateway.
  files: {use: files}
chat:
    model: openai/gpt-5 # the cheap one
`;
type Config = Record<string, Record<string, Record<string, unknown>>>;
const config = (): Config => yamlFormat.parse(text, 'gantry.yaml') as Config;

describe('A YAML config', () => {
  it('[cli-comments] is left as it is when it means the same already', () => {
    const { chat, mcpServers } = config();
    expect(yamlFormat.update(text, { chat, mcpServers })).toBe(text);
  });

  it('[cli-comments] keeps its comments and layout around what changes', () => {
    const wanted = config();
    const { github, files } = wanted['mcpServers'] as Record<string, Record<string, unknown>>;
    const updated = yamlFormat.update(text, {
      mcpServers: {
        github: { ...github, timeoutMs: 5000, tools: { allow: ['search_*', 'list_*', 'get_*'] } },
        files,
        extra: { use: 'extra' },
      },
      chat: { model: 'anthropic/claude' },
    });
    expect(updated).toBe(`# Servers of the support team.
mcpServers:
  github: # their account
    url: "https://api.example.com/mcp"
    headers: {Authorization: 'Bearer \${secret:PAT}'}
    tools:
      allow:
      - search_* # read only
      - list_*
      - get_*
    timeoutMs: 5000

  # Published by the gateway.
  files: {use: files}
  extra:
    use: extra
chat:
  model: anthropic/claude # the cheap one
`);
  });

  it('[cli-comments] loses the comment of what is removed and no other', () => {
    const { mcpServers } = config();
    const { github } = mcpServers as Record<string, unknown>;
    const updated = yamlFormat.update(text, { mcpServers: { github } });
    expect(updated).toContain('# Servers of the support team.');
    expect(updated).toContain('- search_* # read only');
    expect(updated).not.toContain('the cheap one');
    expect(yamlFormat.parse(updated, '')).toEqual({ mcpServers: { github } });
  });

  it('fills what was empty, and follows anchors', () => {
    expect(yamlFormat.update('mcpServers: {}\n', { mcpServers: { a: { use: 'a' } } })).toBe(
      'mcpServers:\n  a:\n    use: a\n',
    );
    const anchored = 'x-base: &base\n  timeoutMs: 1\nmcpServers:\n  a: *base\n';
    const updated = yamlFormat.update(anchored, {
      'x-base': { timeoutMs: 1 },
      mcpServers: { a: { timeoutMs: 2 } },
    });
    expect(yamlFormat.parse(updated, '')).toEqual({
      'x-base': { timeoutMs: 1 },
      mcpServers: { a: { timeoutMs: 2 } },
    });
  });

  it('begins with the address of its schema, for editors', () => {
    const created = yamlFormat.create(
      { $schema: 'x', mcpServers: { a: { use: 'a' } } },
      'http://gw/schema.json',
    );
    expect(created).toBe(
      '# yaml-language-server: $schema=http://gw/schema.json\n\nmcpServers:\n  a:\n    use: a\n',
    );
  });

  it('names the place of what cannot be read', () => {
    expect(() => yamlFormat.parse('a: 1\nb: [1,\n', 'gantry.yaml')).toThrow(/^gantry\.yaml:3:1: /);
    expect(() => yamlFormat.parse('a: 1\na: 2\n', 'gantry.yaml')).toThrow(/^gantry\.yaml:2:1: .*unique/);
  });

  it.each([
    ['/mcpServers/github/url', '    url'],
    ['/mcpServers/files/tools/allow', 'files'],
    ['/mcpServers/github/tools/allow/1', '- get_*'],
    ['', 'mcpServers:'],
  ])('finds the place of %s', (pointer, expected) => {
    const line = text.slice(0, yamlFormat.locate(text, pointer)).split('\n').length - 1;
    expect(text.split('\n')[line]).toContain(expected.trim());
  });
});
