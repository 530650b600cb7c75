import {
  memberBytes,
  memberNames,
  membersBytes,
  memberStart,
  topMembers,
} from '../../../src/kernel/json/json.js';
import { withoutMembers } from '../../../src/kernel/json/json-members.js';
import { requirePlainMembers } from '../../../src/mcp/server/native-envelope.js';
import { EventBlocks } from '../../../src/mcp/wire/event-blocks.js';
import { Redaction } from '../../../src/upstreams/links/redaction/redaction.js';
import { decodeMessages } from '../../../src/mcp/wire/message-decoder.js';
import { ownTime } from '../../support/measures/own-time.js';

const length = 1_048_576;
/** A fiftieth of what the square of the length takes, and many times what the length does. */
const mostMs = 250;

function quickest(work: () => unknown): number {
  const tries = [1, 2, 3].map(() => {
    const startedAt = ownTime();
    try {
      work();
    } catch {
      // What is refused must be refused in time.
    }
    return ownTime() - startedAt;
  });
  return Math.min(...tries);
}

const filled = (part: string, before = '', after = '') =>
  Buffer.from(before + part.repeat(length / part.length) + after);

const scans: readonly (readonly [string, () => unknown])[] = [
  ['a name again and again', () => memberStart(filled('"result"', '{', ':1}'), 'result')],
  ['a name and no colon', () => decodeMessages(filled('"result" ', '{"jsonrpc":"2.0","id":1,', ':{}}'), 1e9)],
  ['a name and white space', () => memberStart(filled(' ', '{"result"'.repeat(9)), 'result')],
  ['quotes behind backslashes', () => memberStart(filled('\\"', '{"'), 'result')],
  ['a member that stands often', () => withoutMembers(filled('"ttlMs":1,', '{', '"a":1}'), ['ttlMs'])],
  ['a value that is long', () => memberBytes(filled('[', '{"a":'), 'a')],
  ['several members', () => membersBytes(filled('"id" ', '{', ':1}').subarray(0, 65_000), ['id', 'error'])],
  ['names', () => memberNames(filled(`"${'a'.repeat(16)}":1,`, '{', '"b":1}'))],
  ['members', () => topMembers(filled('"a":"\\"",', '{'))],
  ...['b', 'ab', `${'a'.repeat(20_000)}b`].flatMap((start) => {
    const redaction = Redaction.ofJson([start + 'a'.repeat(60_000 - start.length)]);
    const found = (text: Buffer) => [redaction?.of(text), redaction?.undecided(text)];
    return [
      [`a value that begins with ${start.slice(0, 2)}`, () => found(filled('a'))] as const,
      [
        `most of a value that begins with ${start.slice(0, 2)}`,
        () => found(filled(`${'a'.repeat(30_000)}c`)),
      ] as const,
    ];
  }),
  [
    'marks in a name',
    () => {
      requirePlainMembers({ [`name${'\u0301'.repeat(30_000)}${'\u0316'.repeat(30_000)}`]: 1 });
    },
  ],
  [
    'names that grow',
    () => {
      requirePlainMembers({ ['\ufdfa'.repeat(length)]: 1 });
    },
  ],
];

it.each(scans)('[linear-scans] %s', (_, scan) => {
  expect(quickest(scan)).toBeLessThan(mostMs);
});

it('[linear-scans] an event that comes byte by byte', () => {
  const blocks: string[] = [];
  const events = new EventBlocks(length, (block) => blocks.push(block));
  const byte = Buffer.from('x');
  expect(
    quickest(() => {
      for (let at = 0; at < 200_000; at++) events.push(byte);
    }),
  ).toBeLessThan(4 * mostMs);
});

it('[linear-scans] events are the same wherever they are cut', () => {
  const text = 'data: ü\n\ndata: b\r\n\r\nid: 1\r\rdata: c\n\r\n\r\n\n\nx\r\n\r\ny';
  const cut = (size: number) => {
    const blocks: string[] = [];
    const events = new EventBlocks(1000, (block) => blocks.push(block));
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) events.push(bytes.subarray(at, at + size));
    return blocks;
  };
  expect(cut(1000)).toEqual([
    'data: ü\n\n',
    'data: b\r\n\r\n',
    'id: 1\r\r',
    'data: c\n\r\n',
    '\r\n\n',
    '\nx\r\n\r\n',
  ]);
  for (let size = 1; size < 10; size++) expect(cut(size)).toEqual(cut(1000));
});
