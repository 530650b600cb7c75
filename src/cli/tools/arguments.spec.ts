import { Readable } from 'node:stream';
import { CliFailure } from '../failure.js';
import { readArguments } from './arguments.js';

const properties = {
  count: { type: 'integer' },
  on: { type: 'boolean' },
  text: { type: 'string' },
  tags: { type: 'array', items: { type: 'string' } },
  sizes: { type: 'array', items: { type: 'number' } },
  where: { type: 'object' },
  either: { anyOf: [{ type: 'number' }, { type: 'null' }] },
  loose: {},
};

const io = { stdin: Readable.from([]) };

const read = (json: string | undefined, ...pairs: readonly string[]) =>
  readArguments(io, json, pairs, {
    schema: () => Promise.resolve({ properties }),
    shownBy: 'gantry tools x',
  });

it.each<[pair: string, value: unknown]>([
  ['count=12', 12],
  ['on=true', true],
  ['text=true', 'true'],
  ['text=12', '12'],
  ['text=a=b', 'a=b'],
  ['text=', ''],
  ['tags=one', ['one']],
  ['tags=["one","two"]', ['one', 'two']],
  ['sizes=1.5', [1.5]],
  ['where={"a":1}', { a: 1 }],
  ['either=null', null],
  ['either=-1e3', -1000],
  ['loose=12', 12],
  ['loose=null', null],
  ['loose=plain', 'plain'],
  ['unknown={"a":[]}', { a: [] }],
])('[cli-call-arguments] reads %s by the schema of the tool', async (pair, value) => {
  expect(await read(undefined, pair)).toEqual({ [pair.slice(0, pair.indexOf('='))]: value });
});

it('[cli-call-arguments] gathers a list that is given again and again, and puts pairs before JSON', async () => {
  expect(await read('{"text":"json","count":1}', 'tags=a', 'tags=b', 'text=pair')).toEqual({
    text: 'pair',
    count: 1,
    tags: ['a', 'b'],
  });
});

it.each([
  [undefined, 'count=many'],
  [undefined, 'on=1'],
  [undefined, 'where=[]'],
  [undefined, 'novalue'],
  [undefined, '=x'],
  ['[1]', 'count=1'],
  ['{', 'count=1'],
])('[cli-call-arguments] refuses %s %s and says what would be right', async (json, pair) => {
  const failure = await read(json, pair).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CliFailure);
  expect(failure).toMatchObject({ exitCode: 2, advice: [expect.any(String)] });
});

it('[cli-call-arguments] needs no schema when there are no pairs', async () => {
  const lost = { schema: () => Promise.reject(new Error('lost')), shownBy: 'gantry tools x' };
  expect(await readArguments(io, '{"a":1}', [], lost)).toEqual({ a: 1 });
  expect(await readArguments(io, undefined, [], lost)).toEqual({});
});
