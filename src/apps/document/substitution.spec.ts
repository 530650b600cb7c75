import { substitutionsIn } from '../../kernel/text/foreign-text.js';
import { secretNamesIn, substituteSecrets } from './substitution.js';

describe('Substitution', () => {
  const values: Record<string, string> = { A: 'one', B: '${secret:A}', C: '$& $1 $$' };
  const fill = (text: string) => substituteSecrets(text, (name) => values[name] ?? '?');

  it.each([
    ['Bearer ${secret:A}', 'Bearer one'],
    ['${secret:A}${secret:A}', 'oneone'],
    ['${secret:B}', '${secret:A}'],
    ['${secret:C}', '$& $1 $$'],
    [
      '${secret:a} ${env:A} $secret:A {secret:A} ${secret:A',
      '${secret:a} ${env:A} $secret:A {secret:A} ${secret:A',
    ],
    ['${secret:${secret:A}}', '${secret:one}'],
  ])('[substitution-only-secrets] makes of %s in one pass %s', (text, filled) => {
    expect(fill(text)).toBe(filled);
  });

  it('finds the names that are asked for, and everything that looks like a substitution', () => {
    const text = '${secret:A} ${env:HOME} ${secret:low} $ {x}';
    expect(secretNamesIn(text)).toEqual(['A']);
    expect(substitutionsIn(text)).toEqual(['${secret:A}', '${env:HOME}', '${secret:low}']);
  });
});
