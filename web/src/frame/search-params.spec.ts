import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

describe('What an address holds beside its path', () => {
  it.each([
    ['?q=a+b&state=ready', { q: 'a b', state: 'ready' }],
    ['?status=200&on=true', { status: '200', on: 'true' }],
    ['?to=server:a.b', { to: 'server:a.b' }],
  ])('is texts alone: %s', (text, search) => {
    expect(parseSearch(text)).toEqual(search);
    expect(stringifySearch(search)).toBe(text);
  });

  it('leaves out what is empty', () => {
    expect(stringifySearch({ q: '', state: undefined })).toBe('');
  });
});
