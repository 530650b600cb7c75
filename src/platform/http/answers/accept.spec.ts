import { prefersEvents, weightsIn } from './accept.js';

it.each([
  ['text/event-stream', true],
  ['TEXT/Event-Stream; charset=utf-8', true],
  ['text/event-stream, */*', true],
  ['text/event-stream;q=0.5, */*;q=0.1', true],
  ['application/json;q=0.1, text/event-stream', true],
  ['text/event-stream;q=x', true],
  ['application/json, text/event-stream', false],
  ['text/event-stream;q=0.1, application/json', false],
  ['text/event-stream;q=0.1, */*', false],
  ['text/event-stream;q=0', false],
  ['text/event-stream;q=0, */*', false],
  ['application/json', false],
  ['*/*', false],
  ['', false],
  [undefined, false],
])('[call-accept] of %j events are preferred: %j', (accept, expected) => {
  expect(prefersEvents(accept)).toBe(expected);
});

it('[call-accept] weights that are not numbers count as 1', () => {
  expect([...weightsIn('a/b;q=0.5, c/d;q=high , */*;level=1;q=0')]).toEqual([
    ['a/b', 0.5],
    ['c/d', 1],
    ['*/*', 0],
  ]);
});
