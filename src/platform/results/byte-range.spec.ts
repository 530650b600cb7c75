import { byteRangeIn } from './byte-range.js';

describe('byteRangeIn', () => {
  it.each([
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=2-5', { first: 2, last: 5 }],
    ['bytes=2-', { first: 2, last: 9 }],
    ['bytes=2-99', { first: 2, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['Bytes= 1-2 ', { first: 1, last: 2 }],
    ['bytes=10-', 'none'],
    [`bytes=${'9'.repeat(400)}-`, 'none'],
    ['bytes=-0', 'none'],
    ['bytes=5-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,3-4', undefined],
    ['bytes=a-b', undefined],
    ['pages=1-2', undefined],
    [undefined, undefined],
  ])('[shape-ranges] takes %p of ten bytes for %p', (header, range) => {
    expect(byteRangeIn(header, 10)).toEqual(range);
  });
});
