import { describe, expect, it } from 'vitest';
import { definitionOf, faultsOf, looksLikeDocument, nameFor, wordsOf } from './server-draft.ts';

const nothing = { name: '', target: '', pairs: '', isDocument: false, baseUrl: '' };

describe('What a person types to add a server', () => {
  it.each([
    [`npx -y "my server" --x='a b'`, ['npx', '-y', 'my server', '--x=a b']],
    [String.raw`a\ b "c\"d" ''`, ['a b', 'c"d', '']],
    ['  ', []],
    ['one $HOME `ls`', ['one', '$HOME', '`ls`']],
  ])('reads %j as a shell does, and expands nothing', (line, words) => {
    expect(wordsOf(line)).toEqual(words);
  });

  it('tells an open quote', () => {
    expect(wordsOf(`echo "x`)).toBeUndefined();
    expect(faultsOf({ ...nothing, name: 'x', target: `echo "x` }, true)).toEqual({
      target: 'A quote is not closed.',
    });
  });

  it('becomes a definition with headers or variables', () => {
    expect(
      definitionOf({
        ...nothing,
        name: 'a',
        target: ' https://x.example/mcp ',
        pairs: 'Authorization=Bearer a=b\n',
      }),
    ).toEqual({
      url: 'https://x.example/mcp',
      headers: { Authorization: 'Bearer a=b' },
    });
    expect(definitionOf({ ...nothing, name: 'a', target: 'npx -y thing', pairs: 'A=1' })).toEqual({
      command: 'npx',
      args: ['-y', 'thing'],
      env: { A: '1' },
    });
  });

  it.each([
    ['https://mcp.linear.app/mcp', 'linear'],
    ['https://api.githubcopilot.com/mcp', 'githubcopilot'],
    ['npx -y @modelcontextprotocol/server-everything', 'everything'],
    ['uvx mcp-server-git', 'git'],
    ['/opt/tools/weather.py', 'weather'],
  ])('suggests a name for %s: %s', (target, name) => {
    expect(nameFor(target)).toBe(name);
  });

  it.each(['', 'Upper', '-a', 'a--b', 'a_b'])('refuses the name %j', (name) => {
    expect(faultsOf({ ...nothing, name, target: 'x' }, true).name).toBeDefined();
  });

  it('refuses lines without =', () => {
    expect(faultsOf({ ...nothing, name: 'a', target: 'x', pairs: 'A=1\nnothing' }, true)).toEqual({
      pairs: 'Each line is NAME=value.',
    });
  });

  it('may be the document of an API', () => {
    const target = 'https://pets.example/openapi.json';
    expect([target, 'https://pets.example/mcp', 'npx a.json'].map(looksLikeDocument)).toEqual([
      true,
      false,
      false,
    ]);
    const draft = { ...nothing, name: 'a', target, isDocument: true };
    expect(definitionOf(draft)).toEqual({ openapi: target });
    const baseUrl = 'https://api.pets.example/v1';
    expect(definitionOf({ ...draft, baseUrl, pairs: 'X=1' })).toEqual({
      openapi: target,
      baseUrl,
      headers: { X: '1' },
    });
    expect(faultsOf({ ...draft, baseUrl: '/v1' }, true).baseUrl).toBeDefined();
  });
});
