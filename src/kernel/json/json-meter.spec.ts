import { JsonMeter } from './json-meter.js';

function membersIn(pieces: readonly string[]): number {
  const meter = new JsonMeter({ maxDepth: 3, maxElements: 8, elementsVariable: 'MAX_JSON_ELEMENTS' });
  for (const piece of pieces) meter.add(Buffer.from(piece));
  return meter.members;
}

describe('JsonMeter', () => {
  const texts = [
    '{"a":1,"b":{"c":"x:y"}}',
    '{"a":"\\"","b":":\\\\","c":"\\\\\\":"}',
    '{"":"","é":"ü:\\u003a","[[[[[":"{{{{{"}',
  ];

  it.each(texts)('[json-elements] counts the members of %s, wherever its pieces end', (text) => {
    for (let at = 0; at <= text.length; at++)
      for (let to = at; to <= text.length; to++)
        expect(membersIn([text.slice(0, at), text.slice(at, to), text.slice(to)])).toBe(3);
  });

  it('[json-elements] refuses what is too deep or too much, and counts nothing in texts', () => {
    expect(() => membersIn(['[[', '[['])).toThrow(expect.objectContaining({ code: 'json-too-deep' }));
    expect(membersIn(['[1,2,3,4,5,6,7,8]'])).toBe(0);
    expect(() => membersIn(['[1,2,3,4,', '5,6,7,8,9]'])).toThrow(
      expect.objectContaining({ code: 'body-too-large' }),
    );
    expect(membersIn([`["${',[{'.repeat(1000)}"]`])).toBe(0);
  });
});
