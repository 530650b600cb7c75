import type { UserPrincipal } from '../../kernel/principal.js';
import { ClearanceBook } from './clearance-book.js';
import { GrantShelves } from './grant-shelves.js';
import { printGrant, type ServerGrant } from './server-grant.js';

/** What a generator of steps comes to. */
function ended<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

function bookOf(...grants: readonly ServerGrant[]): ClearanceBook {
  const rows = grants.map((grant) => ({ content: printGrant(grant) }));
  return new ClearanceBook(1, ended(GrantShelves.reading(rows)));
}

function person(userId: string): UserPrincipal {
  const of = { accountId: 'acc_1', role: 'member', operator: false, tokenId: 'tok_1' } as const;
  return { kind: 'user', userId, ...of, scopes: new Set() };
}

const ofGroups = (book: ClearanceBook, groups: readonly string[], most: number) =>
  ended(book.grantsOfGroups(groups, most));

describe('The book of grants', () => {
  it('[grants-many-groups] gives somebody of their groups what has no more globs than may be', () => {
    const grants = ['a', 'b', 'c'].map((name) => ({ group: `${name}*`, servers: [`${name}1`, `${name}2`] }));
    const book = bookOf(...grants);
    const leftBy = (most: number) => {
      const clearance = book.of(person(`usr_${String(most)}`), ofGroups(book, ['ab', 'bc', 'cd'], most));
      return ['a1', 'b2', 'c1'].map((handle) => clearance?.at(handle) !== undefined);
    };
    expect([1, 2, 5, 6].map(leftBy)).toEqual([
      [false, false, false],
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
  });

  it('[grants-add-up] shares what it found between all whom the same grants name', () => {
    const book = bookOf({ role: 'member', servers: ['a*'] }, { member: 'usr_1', servers: ['b'] });
    const [one, two, three] = ['usr_1', 'usr_2', 'usr_3'].map((id) => book.of(person(id)));
    expect(two).toBe(three);
    expect(one).not.toBe(two);
    expect(one?.at('a1')).toBe(two?.at('a1'));
    expect([one?.at('b')?.by, two?.at('b')]).toEqual(['member usr_1', undefined]);
  });

  it('[grants-others] counts what is added and taken away, and keeps what it knows of others', () => {
    const [kept, gone] = [
      { member: 'usr_1', servers: ['a'] },
      { role: 'member', servers: ['ä'] },
    ] as const;
    const before = bookOf(kept, gone);
    const known = before.of(person('usr_1'));
    const more = { role: 'admin', servers: ['b'] } as const;
    const after = before.changed({ added: [more], removed: [gone] });
    const bytes = [kept, more].reduce((sum, grant) => sum + Buffer.byteLength(printGrant(grant)), 0);
    expect([after.revision, after.shelves.sum]).toEqual([2, { count: 2, bytes }]);
    expect(after.of(person('usr_1'))?.at('a')).toBe(known?.at('a'));
    expect(after.of(person('usr_2'))?.at('ä')).toBeUndefined();
    expect([before, after].map((book) => book.leavesTheSame(person('usr_2'), before))).toEqual([true, false]);
  });
});
