import { createHash } from 'node:crypto';
import { Config } from '../config/config.js';
import { Cursors } from './cursors.js';
import { Keyring } from './keyring.js';

const cursorsWith = (SECRET_KEY: string, previous: readonly string[] = []) =>
  new Cursors(new Keyring(Config.load({}, { SECRET_KEY, PREVIOUS_SECRET_KEYS: [...previous] })));

const key = 'a secret key of more than 32 characters';
const cursors = cursorsWith(key);

const letters = ['a', 'b', 'c', 'd', 'e'];

describe('pageOf', () => {
  it('walks a list to its end, page by page', () => {
    const first = cursors.pageOf(letters, { limit: 2 }, 'letters');
    const second = cursors.pageOf(letters, { limit: 2, cursor: first.nextCursor }, 'letters');
    const third = cursors.pageOf(letters, { limit: 2, cursor: second.nextCursor }, 'letters');
    expect([first.items, second.items, third.items]).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect('nextCursor' in third).toBe(false);
  });

  it('gives the very array when it fits on one page', () => {
    expect(cursors.pageOf(letters, { limit: 5 }, 'letters').items).toBe(letters);
  });

  it('gives an empty page when the list has shrunk meanwhile', () => {
    const { nextCursor } = cursors.pageOf(letters, { limit: 4 }, 'letters');
    expect(cursors.pageOf(['a'], { limit: 4, cursor: nextCursor }, 'letters')).toEqual({ items: [] });
  });
});

/** As this gateway sealed them once; anybody could do it. */
function sealedWithoutKey(list: string, position: string): string {
  const seal = createHash('sha256').update(`${list}\n${position}`).digest('base64url').slice(0, 12);
  return Buffer.from(seal + position).toString('base64url');
}

describe('A cursor', () => {
  it('brings back its position', () => {
    expect(cursors.decode('apps of acc_1', cursors.encode('apps of acc_1', 'app_9'))).toBe('app_9');
  });

  it('outlives a change of SECRET_KEY while the earlier key is kept', () => {
    const changed = cursorsWith('another key of more than 32 characters', [key]);
    expect(changed.decode('apps of acc_1', cursors.encode('apps of acc_1', 'app_9'))).toBe('app_9');
  });

  it.each([
    ['of another list', cursors.encode('apps of acc_2', 'app_9')],
    [
      'of another installation',
      cursorsWith('another key of more than 32 characters').encode('apps of acc_1', 'app_9'),
    ],
    ['sealed without a key', sealedWithoutKey('apps of acc_1', 'app_9')],
    ['made by hand', Buffer.from('3').toString('base64url')],
    ['that is empty', ''],
    ['that is no base64', '%%%'],
    ['with another position', Buffer.from('AAAAAAAAAAAAapp_9').toString('base64url')],
  ])('[cursor-keyed] %s is refused', (_, cursor) => {
    expect(() => cursors.decode('apps of acc_1', cursor)).toThrow(
      expect.objectContaining({ code: 'invalid-cursor' }),
    );
  });
});
