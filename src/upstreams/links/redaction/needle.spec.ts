import { Needle } from './needle.js';

/** The same texts in each run. */
function* texts(letters: string, count: number, length: number): Generator<string> {
  for (let seed = 1; seed <= count; seed++) {
    let state = seed * 2654435761;
    let text = '';
    for (let at = 0; at < (seed * 7) % length; at++) {
      state = (state * 1103515245 + 12345) % 2147483648;
      text += letters[Math.floor(state / 65536) % letters.length] ?? '';
    }
    yield text;
  }
}

describe('Needle', () => {
  const values = [
    'aaaaaaaaaaaab',
    'abaaaaaaaaaaaa',
    'abababababababababab',
    'canary',
    'aaaaaaaaaaaaaaaa',
    'b',
  ];

  it.each(values)('[hidden-values] finds %s where it stands, and what could be its beginning', (value) => {
    const needle = new Needle(Buffer.from(value));
    for (const around of texts('ab', 200, 60)) {
      const text = `${around}${value}${around}`;
      for (const from of [0, 1, around.length, around.length + 1])
        expect(needle.indexIn(Buffer.from(text), from)).toBe(text.indexOf(value, from));
      let begun = value.length - 1;
      while (!around.endsWith(value.slice(0, begun))) begun--;
      expect(needle.begunIn(Buffer.from(around))).toBe(begun);
    }
  });
});
