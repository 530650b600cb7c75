import { Globs, maxGlobText } from './globs.js';

function matches(patterns: string[], text: string): { found: boolean; steps: number } {
  const work = new Globs(patterns).matching(text);
  for (let steps = 0; ; steps++) {
    const step = work.next();
    if (step.done === true) return { found: step.value, steps };
  }
}

describe('many patterns', () => {
  it.each([
    [[], 'a', false],
    [['a', 'b'], 'b', true],
    [['a', 'b'], 'c', false],
    [['get_*', '?'], 'get_all', true],
    [['get_*', '?'], 'x', true],
    [['get_*', '?'], 'set', false],
    [['*'], 'x'.repeat(maxGlobText), true],
    [['*'], 'x'.repeat(maxGlobText + 1), false],
  ])('of %j one matches %.20s: %s', (patterns, text, found) => {
    expect(matches(patterns, text).found).toBe(found);
  });

  it('are tried in steps, those without wildcards at once', () => {
    const words = Array.from({ length: 1000 }, (_, index) => `tool_${String(index)}`);
    expect(matches(words, 'none')).toEqual({ found: false, steps: 0 });
    const globs = words.map((word) => `${word}*`);
    expect(matches(globs, 'none').steps).toBeGreaterThanOrEqual(49);
  });
});
