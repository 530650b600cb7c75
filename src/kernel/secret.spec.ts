import { inspect } from 'node:util';
import { Secret } from './secret.js';

describe('Secret', () => {
  const secret = new Secret('hunter2');

  it('gives its value to who asks for it', () => {
    expect(secret.reveal()).toBe('hunter2');
  });

  it.each([
    ['JSON', JSON.stringify({ secret })],
    ['a template', `value: ${String(secret)}`],
    ['concatenation', ['', secret].join('')],
    ['inspection', inspect({ secret }, { showHidden: true, depth: 5 })],
    ['a copy', JSON.stringify(Object.assign({}, secret))],
  ])('does not show in %s', (_, shown) => {
    expect(shown).not.toContain('hunter2');
  });
});
