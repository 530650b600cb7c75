import { decodeCursor, encodeCursor, pageOf } from './page.js';

const letters = ['a', 'b', 'c', 'd', 'e'];

describe('pageOf', () => {
  it('walks a list to its end, page by page', () => {
    const first = pageOf(letters, { limit: 2 }, 'letters');
    const second = pageOf(letters, { limit: 2, cursor: first.nextCursor }, 'letters');
    const third = pageOf(letters, { limit: 2, cursor: second.nextCursor }, 'letters');
    expect([first.items, second.items, third.items]).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect('nextCursor' in third).toBe(false);
  });

  it('gives the very array when it fits on one page', () => {
    expect(pageOf(letters, { limit: 5 }, 'letters').items).toBe(letters);
  });

  it('gives an empty page when the list has shrunk meanwhile', () => {
    const { nextCursor } = pageOf(letters, { limit: 4 }, 'letters');
    expect(pageOf(['a'], { limit: 4, cursor: nextCursor }, 'letters')).toEqual({ items: [] });
  });
});

describe('A cursor', () => {
  it('brings back its position', () => {
    expect(decodeCursor('apps of acc_1', encodeCursor('apps of acc_1', 'app_9'))).toBe('app_9');
  });

  it.each([
    ['of another list', encodeCursor('apps of acc_2', 'app_9')],
    ['made by hand', Buffer.from('3').toString('base64url')],
    ['that is empty', ''],
    ['that is no base64', '%%%'],
    ['with another position', Buffer.from('AAAAAAAAAAAAapp_9').toString('base64url')],
  ])('%s is refused', (_, cursor) => {
    expect(() => decodeCursor('apps of acc_1', cursor)).toThrow(
      expect.objectContaining({ code: 'invalid-cursor' }),
    );
  });
});
