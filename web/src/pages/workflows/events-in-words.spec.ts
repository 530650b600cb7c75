import { expect, it } from 'vitest';
import { eventsInWords } from './events-in-words.ts';

const paid = { with: { type: 'order.paid' } };

it.each([
  [{ one: paid }, 'an event comes: order.paid'],
  [
    { any: [paid, { with: { type: 'order.sent', source: 'https://shop.example', data: { sum: 9 } } }] },
    'an event comes: order.paid, or order.sent with source https://shop.example and data {"sum":9}',
  ],
  [
    { one: { ...paid, correlate: { order: { from: '${ data.order }', expect: 'A-7' } } } },
    'an event comes: order.paid with order A-7 from ${ data.order }',
  ],
  [{ all: [paid, { with: { type: 'order.sent' } }] }, 'events have come: order.paid, and order.sent'],
  [{ one: null }, 'an event comes: any'],
  [undefined, undefined],
  [{ any: 3 }, undefined],
])('%j is told in words', (on, words) => {
  expect(eventsInWords(on)).toBe(words);
});
