import { scoreOf, queryWords } from './hit-score.js';

const named = (...names: string[]) => ({ names, about: 'reads what is there' });

describe('scoreOf', () => {
  it('puts the same name before a beginning, that before the beginning of a word, and that before the middle', () => {
    const words = queryWords('File');
    const scores = ['file', 'file_list', 'read_file', 'profile'].map((name) => scoreOf(words, named(name)));
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(4);
  });

  it('wants every word, in a name or in what is said of it', () => {
    expect(scoreOf(queryWords('read file'), named('read_file'))).toBeGreaterThan(0);
    expect(scoreOf(queryWords('file there'), named('read_file'))).toBeGreaterThan(0);
    expect(scoreOf(queryWords('file nowhere'), named('read_file'))).toBe(0);
  });

  it('finds a beginning that comes after a middle', () => {
    expect(scoreOf(queryWords('file'), named('profile_file'))).toBeGreaterThan(
      scoreOf(queryWords('file'), named('profiles')),
    );
  });
});
