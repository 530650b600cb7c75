import { stem, termsOf, wordsOf } from './search-terms.js';
import { ToolSearch, type SearchableTool } from './tool-search.js';

const tool = (name: string, more: Partial<SearchableTool> = {}): SearchableTool => ({
  ...{ server: 's', name, title: '', description: '', parameters: [] },
  ...more,
});

function atOnce<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const searchOver = (tools: readonly SearchableTool[]) => {
  const search = atOnce(ToolSearch.indexing(tools));
  return (question: string) => atOnce(search.searching(question));
};

function names(tools: readonly SearchableTool[], question: string): string[] {
  return searchOver(tools)(question).map(({ index }) => tools[index]?.name ?? '');
}

describe('words', () => {
  it.each([
    ['snake_case_name', ['snake', 'case', 'name']],
    ['camelCaseName', ['camel', 'case', 'name']],
    ['kebab-case.name/x', ['kebab', 'case', 'name', 'x']],
    ['HTTPServer2Go', ['http', 'server', '2', 'go']],
    ['größeÄndern', ['größe', 'ändern']],
    ['工具 list', ['工具', 'list']],
  ])('come apart in %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('lose what says nothing and their endings', () => {
    expect(termsOf('what are the files in my directories')).toEqual(termsOf('file directory'));
    for (const [a, b] of [
      ['searching', 'search'],
      ['searches', 'searched'],
      ['running', 'run'],
      ['entities', 'entity'],
      ['files', 'filing'],
      ['status', 'status'],
    ] as const)
      expect(stem(a)).toBe(stem(b));
  });
});

describe('the search', () => {
  it('looks at names, titles, descriptions, parameters and servers', () => {
    const tools = [
      tool('zebra_one'),
      tool('two', { title: 'Zebra' }),
      tool('three', { description: 'Feeds a zebra.' }),
      tool('four', { description: 'Feeds animals. Also the zebra.' }),
      tool('five', { parameters: ['zebraName'] }),
      tool('six', { server: 'zebra' }),
      tool('seven'),
    ];
    expect(names(tools, 'zebras').sort()).toEqual(
      ['five', 'four', 'one', 'six', 'three', 'two'].map((n) => (n === 'one' ? 'zebra_one' : n)).sort(),
    );
    expect(names(tools, 'zebra')[0]).toBe('zebra_one');
  });

  it('knows what people call things', () => {
    const tools = [tool('delete_file'), tool('create_directory'), tool('create_pull_request')];
    expect(names(tools, 'remove a document')[0]).toBe('delete_file');
    expect(names(tools, 'new folder')[0]).toBe('create_directory');
    expect(names(tools, 'open a PR')[0]).toBe('create_pull_request');
  });

  it('forgives a slip of the finger, and a word that is not finished', () => {
    const tools = [tool('take_screenshot'), tool('list_repositories')];
    expect(names(tools, 'screnshot')).toEqual(['take_screenshot']);
    expect(names(tools, 'reposotories')).toEqual(['list_repositories']);
    expect(names(tools, 'screensh')).toEqual(['take_screenshot']);
    expect(names(tools, 'screen shot')).toEqual(['take_screenshot']);
    expect(names(tools, 'xyz')).toEqual([]);
  });

  it('puts what is deprecated behind its successor', () => {
    const tools = [
      tool('read_file', { description: 'Reads a file. DEPRECATED: use read_text_file.' }),
      tool('read_text_file', { description: 'Reads a file.' }),
    ];
    expect(names(tools, 'read a file')[0]).toBe('read_text_file');
  });

  it('bears emptiness, names of members that every object has, and texts without end', () => {
    expect(names([], 'anything')).toEqual([]);
    const tools = [tool('constructor'), tool('__proto__'), tool('toString'), tool('')];
    expect(names(tools, 'constructor')).toEqual(['constructor']);
    expect(names(tools, '')).toEqual([]);
    expect(names(tools, 'the of and')).toEqual([]);
    const huge = [tool('x', { description: 'word '.repeat(1_000_000) })];
    expect(names(huge, 'word '.repeat(100))).toEqual(['x']);
  });

  it('stays quick with many tools', () => {
    const tools = Array.from({ length: 2000 }, (_, i) =>
      tool(`tool_${String(i)}_${String(i % 7)}`, {
        description: `Does thing ${String(i)} with files and people.`,
      }),
    );
    const search = searchOver(tools);
    search('warm up');
    const before = process.cpuUsage();
    for (let i = 0; i < 20; i++) search('which tools does something with many files of peaple');
    expect(process.cpuUsage(before).user / 20).toBeLessThan(200_000);
  });

  it.each([
    ['a title of one long word', { title: 'a'.repeat(24_000) }],
    ['a title of long words', { title: `${'ae'.repeat(60)} `.repeat(4000) }],
    ['a name of one long word', { name: 'a'.repeat(500_000) }],
    ['a description of one long word', { description: 'ai'.repeat(50_000) }],
  ])('[search-long-words] takes up a tool with %s at once', (_, more) => {
    const before = process.cpuUsage();
    const found = searchOver([tool('odd', more), tool('read_file')])('read a file');
    expect(process.cpuUsage(before).user).toBeLessThan(50_000);
    expect(found[0]?.index).toBe(1);
  });
});
