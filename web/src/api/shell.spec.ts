import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curl, gantry, quoted } from './shell.ts';

/** What a POSIX shell makes of a command: its words. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `GANTRY_TOKEN=key; printf '%s\\0' ${command}`])
    .toString()
    .split('\0')
    .slice(0, -1);

describe('The commands of a page', () => {
  it.each(['plain', `it's`, 'a b', '$HOME `ls` "x"', '', 'a\nb', '*'])('quote %j for a shell', (word) => {
    expect(wordsOf(quoted(word))).toEqual([word]);
  });

  it('begin with gantry, leave out what is not there, and say which gateway', () => {
    expect(wordsOf(gantry('call', 'echo', false, undefined, '--server', 'a b'))).toEqual([
      ...['gantry', 'call', 'echo', '--server', 'a b'],
      ...['--url', window.location.origin],
    ]);
  });

  it('ask over HTTP with the key from the environment', () => {
    const words = wordsOf(curl('/api/x?a=1&b=2', { text: `{"a":"it's"}` }));
    expect(words.slice(0, 2)).toEqual(['curl', '-sS']);
    expect(words).toContain('Authorization: Bearer key');
    expect(words).toContain(`{"a":"it's"}`);
    expect(words.at(-1)).toMatch(/\/api\/x\?a=1&b=2$/);
    expect(words).not.toContain('-X');
    expect(wordsOf(curl('/x', { method: 'DELETE' }))).toEqual(expect.arrayContaining(['-X', 'DELETE']));
  });
});
