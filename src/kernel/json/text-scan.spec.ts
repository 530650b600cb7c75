import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { textEnd } from './text-end.js';
import { compiledScan, passLongText } from './text-scan.js';

interface Wabt {
  parseWat(
    name: string,
    source: string,
    features: { simd: true },
  ): { toBinary(options: object): { buffer: Uint8Array } };
}

it('[large-outline] what is compiled is what text-scan.wat says', async () => {
  const load = createRequire(new URL('../../../tools/', import.meta.url))('wabt') as () => Promise<Wabt>;
  const source = readFileSync(new URL('./text-scan.wat', import.meta.url), 'utf8');
  const { buffer } = (await load()).parseWat('text-scan.wat', source, { simd: true }).toBinary({});
  expect(compiledScan).toBe(Buffer.from(buffer).toString('base64'));
});

describe('a long text', () => {
  const ends = [
    '"',
    '\\',
    '\\x"',
    '\\u12',
    '\\u12g4"',
    '\\ud83d\\ude00"',
    '\\\\"',
    '\\\\\\""',
    '\n"',
    '\u001f"',
    'é"',
    '',
  ];

  // The first piece ends 65,536 bytes behind the 64 that are looked through one by one.
  it.each(ends)(
    '[large-outline] ends in the same place for both ways, with %j near the end of a piece',
    (end) => {
      expect(passLongText).toBeDefined();
      for (let length = 65_590; length <= 65_610; length++) {
        const json = Buffer.from('a'.repeat(length) + end);
        for (const text of [json, Buffer.concat([json, Buffer.from('tail"')])])
          expect(textEnd(text, 0)).toBe(textEnd(text, 0, () => undefined));
      }
    },
  );

  it('[large-outline] ends in the same place for both ways, whatever stands in it', () => {
    const parts = ['a', 'é', '0', 'u', 'n', '"', '\\', '\n', '\\\\', '\\n', '\\"', '\\u00e9', 'a'.repeat(16)];
    let seed = 1;
    const below = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit;
    const wrong: string[] = [];
    for (let texts = 0; texts < 30_000; texts++) {
      // Half of them hold nothing that ends a text early.
      const first = below(2) * 8;
      let text = 'a'.repeat(64 + below(16));
      for (let left = below(50); left > 0; left--)
        text += parts[first + below(parts.length - first)] as string;
      const json = Buffer.from(text + (below(2) === 0 ? '' : '"'));
      if (textEnd(json, 0) !== textEnd(json, 0, () => undefined)) wrong.push(json.toString());
    }
    expect(wrong).toEqual([]);
  });
});
