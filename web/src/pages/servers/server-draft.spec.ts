import { describe, expect, it } from 'vitest';
import { definitionOf, faultsOf, nameFor, wordsOf } from './server-draft.ts';

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
    expect(faultsOf({ name: 'x', target: `echo "x`, pairs: '' }, true)).toEqual({
      target: 'A quote is not closed.',
    });
  });

  it('becomes a definition with headers or variables', () => {
    expect(
      definitionOf({ name: 'a', target: ' https://x.example/mcp ', pairs: 'Authorization=Bearer a=b\n' }),
    ).toEqual({
      url: 'https://x.example/mcp',
      headers: { Authorization: 'Bearer a=b' },
    });
    expect(definitionOf({ name: 'a', target: 'npx -y thing', pairs: 'A=1' })).toEqual({
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
    expect(faultsOf({ name, target: 'x', pairs: '' }, true).name).toBeDefined();
  });

  it('refuses lines without =', () => {
    expect(faultsOf({ name: 'a', target: 'x', pairs: 'A=1\nnothing' }, true)).toEqual({
      pairs: 'Each line is NAME=value.',
    });
  });
});
