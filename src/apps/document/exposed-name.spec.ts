import { exposedName, mayBegin, readExposedName } from './exposed-name.js';

const openai = /^[a-zA-Z0-9_-]{1,64}$/;
const anthropic = /^[a-zA-Z0-9_-]{1,128}$/;

const servers = ['a', 'a-b', 'github', 'g'.repeat(32), 'g'.repeat(33), `${'g'.repeat(62)}h`, 'g'.repeat(63)];
const tools = [
  ...['x', 'search', '_search', '__search', 'a__b', 'get-sum', 'UPPER_case', ''],
  ...['with.dot', 'with_dot', 'with/dot', 'with dot', 'ünïcode', '工具', '\u{1f600}'],
  ...['t'.repeat(50), 't'.repeat(60), 't'.repeat(61), 't'.repeat(62), 't'.repeat(128), `${'t'.repeat(128)}u`],
  ...['report_2024abcdef', 'constructor', '__proto__', 'toString'],
];

describe('exposed names', () => {
  const all = servers.flatMap((server) => tools.map((tool) => ({ server, tool })));

  it('[sdk-names-rules] fit the rules of OpenAI and Anthropic, whatever the tool is called', () => {
    for (const { server, tool } of all) {
      expect(exposedName(server, tool)).toMatch(openai);
      expect(exposedName(server, tool)).toMatch(anthropic);
    }
  });

  it('[sdk-names-rules] are unique, also against names that imitate a hash', () => {
    const names = all.map(({ server, tool }) => exposedName(server, tool));
    const imitations = all.flatMap(({ server, tool }) => {
      const name = exposedName(server, tool);
      return servers
        .filter((other) => name.startsWith(`${other}__`))
        .map((other) => ({ other, copy: name.slice(other.length + 2) }))
        .filter(({ other, copy }) => copy !== '' && (other !== server || copy !== tool))
        .map(({ other, copy }) => exposedName(other, copy));
    });
    expect(new Set(names).size).toBe(names.length);
    expect(imitations.length).toBeGreaterThan(10);
    expect(imitations.filter((name) => names.includes(name))).toEqual([]);
  });

  it('leaves names alone that fit', () => {
    expect(exposedName('github', 'search_code')).toBe('github__search_code');
    expect(exposedName('everything', 'get-sum')).toBe('everything__get-sum');
    expect(exposedName('a', '_x')).toBe('a___x');
  });

  it('keeps what can be read of a name that does not fit', () => {
    expect(exposedName('github', 'admin.tools.list')).toMatch(/^github__admin_tools_list_\d[\da-z]{9}$/);
    const long = exposedName('github', `create_${'very_'.repeat(20)}long`);
    expect(long).toMatch(/^github__create_very_very_/);
    expect(long).toHaveLength(64);
  });

  it('[sdk-names-survive-restart] are the same for ever: clients keep them', () => {
    expect(exposedName('github', 'admin.tools.list')).toBe('github__admin_tools_list_2dnged6s3y');
    expect(exposedName('g'.repeat(63), 't'.repeat(128))).toBe(
      'gggggggggggggggggggggggggggggggg__ttttttttttttttttttt_3jm66a7kra',
    );
  });

  it('are read back: plain ones to server and tool, hashed ones to where their server begins', () => {
    for (const { server, tool } of all) {
      const name = exposedName(server, tool);
      const read = readExposedName(name);
      if (name === `${server}__${tool}`) expect(read).toEqual({ kind: 'plain', server, tool });
      else {
        expect(read?.kind).toBe('hashed');
        expect(read?.kind === 'hashed' && mayBegin(server, read.serverStart)).toBe(true);
      }
    }
  });

  it('are told from what cannot be one', () => {
    for (const name of ['', 'search', '__search', 'github__', 'a_b', `a__${'x'.repeat(62)}`, 'a__b.c'])
      expect(readExposedName(name)).toBeUndefined();
  });
});
