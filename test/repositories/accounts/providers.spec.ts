import type { SignInAttempt } from '../../../src/accounts/providers/attempt-store.port.js';
import type { ProviderSubject } from '../../../src/accounts/providers/subject-store.port.js';
import { TypeormAttemptStore } from '../../../src/accounts/providers/typeorm-attempt-store.repository.js';
import { TypeormSubjectStore } from '../../../src/accounts/providers/typeorm-subject-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import type { Role } from '../../../src/kernel/principal.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddJson, oddText } from '../../support/repositories/stored-rows.js';

const open = closeAfterAll();
const issuer = 'https://issuer.example';
let db: RepositoryDatabase;
let attempts: TypeormAttemptStore;
let subjects: TypeormSubjectStore;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  attempts = new TypeormAttemptStore(db.database);
  subjects = new TypeormSubjectStore(db.database);
});

function attempt(values: Partial<SignInAttempt> = {}): SignInAttempt {
  return {
    ...{
      stateDigest: newId('sta'),
      provider: 'acme',
      next: '/',
      invitationDigest: null,
      expiresAt: now + 1000,
    },
    ...values,
  };
}

describe('AttemptStore', () => {
  it('[repository-contract] returns a sign-in attempt as it was stored to one of several callers', async () => {
    const one = attempt({ next: `/apps?q=${oddText}`, invitationDigest: 'digest' });
    await attempts.insert(one, now);
    const taken = await Promise.all([1, 2, 3].map(() => attempts.take(one.stateDigest)));
    expect(taken.filter((found) => found !== undefined)).toEqual([one]);
    expect(await attempts.take(one.stateDigest)).toBeUndefined();
  });

  it('[repository-contract] removes sign-in attempts that have expired', async () => {
    const [expired, last] = [attempt({ expiresAt: now - 1 }), attempt({ expiresAt: now })];
    for (const one of [expired, last]) await attempts.insert(one, now - 10);
    await attempts.insert(attempt(), now);
    expect(await attempts.take(expired.stateDigest)).toBeUndefined();
    expect(await attempts.take(last.stateDigest)).toEqual(last);
  });
});

async function subject(values: Partial<ProviderSubject> = {}): Promise<ProviderSubject> {
  return {
    ...{ issuer, subject: newId('sub'), userId: values.userId ?? (await db.rows.user()), provider: 'acme' },
    ...{ signedInAt: now, claims: {}, rules: [] },
    ...values,
  };
}

describe('SubjectStore', () => {
  it('[repository-contract] returns what an issuer said of a person as it was stored', async () => {
    const rules = [{ claim: 'groups', value: 'Ü*', account: 'acme', role: 'admin' as const }];
    const one = await subject({ subject: 'Case|Sensitive', claims: oddJson, rules: rules as never });
    await subjects.keep(one);
    expect(await subjects.find(issuer, 'Case|Sensitive')).toEqual(one);
    expect(await subjects.findOf(one.userId, issuer)).toEqual(one);
    expect(await subjects.find(issuer, 'case|sensitive')).toBeUndefined();
    expect(await subjects.findOf(one.userId, 'https://other.example')).toBeUndefined();
  });

  it('[repository-contract] replaces what an issuer said before', async () => {
    const one = await subject({ claims: { email: 'a@example.com' } });
    await subjects.keep(one);
    const next = { ...one, provider: 'renamed', claims: { groups: ['x'] }, signedInAt: now + 1 };
    await subjects.keep(next);
    expect(await subjects.find(issuer, one.subject)).toEqual(next);
  });

  it('[repository-contract] finds the latest sign-in of a person, whichever issuer it was at', async () => {
    const userId = await db.rows.user();
    const early = await subject({ userId, signedInAt: now - 1 });
    const late = await subject({ userId, issuer: 'https://late.example', signedInAt: now + 10 ** 10 });
    for (const one of [late, early]) await subjects.keep(one);
    expect(await subjects.findLast(userId)).toEqual(late);
    expect(await subjects.findLast(await db.rows.user())).toBeUndefined();
  });

  it('[repository-contract] lists who a person is at all issuers, and forgets one of them', async () => {
    const userId = await db.rows.user();
    const [a, b] = [
      await subject({ userId, issuer: 'https://a.example' }),
      await subject({ userId, issuer: 'https://b.example' }),
    ];
    for (const one of [b, a]) await subjects.keep(one);
    expect(await subjects.listOf(userId)).toEqual([a, b]);
    await subjects.remove(userId, a.issuer);
    expect(await subjects.listOf(userId)).toEqual([b]);
  });

  it('[repository-contract] replaces the roles that an issuer gives, and reports all accounts concerned', async () => {
    const userId = await db.rows.user();
    const [a, b] = [await db.rows.account(), await db.rows.account()];
    const give = (from: string, ...roles: [string, Role][]) =>
      subjects.replaceRoles({ userId, issuer: from, signedInAt: now }, new Map(roles));
    expect(await give(issuer, [a, 'member'])).toEqual(new Set([a]));
    expect(await give('https://other.example', [a, 'admin'])).toEqual(new Set([a]));
    expect(await subjects.standing({ userId, accountId: a })).toEqual({ role: 'admin', sleeps: false });
    expect(await give(issuer, [b, 'owner'])).toEqual(new Set([a, b]));
    expect(await give('https://other.example')).toEqual(new Set([a]));
    expect(await subjects.standing({ userId, accountId: a })).toEqual({ role: undefined, sleeps: false });
    expect(await subjects.standing({ userId, accountId: b })).toEqual({ role: 'owner', sleeps: false });
  });

  it('[repository-contract] puts roles of old sign-ins to sleep, a limited number at a time', async () => {
    const userId = await db.rows.user();
    const accounts = [await db.rows.account(), await db.rows.account(), await db.rows.account()];
    const [old, older, recent] = accounts.map(String);
    const give = (accountId: string, signedInAt: number) =>
      subjects.replaceRoles(
        { userId, issuer: `${issuer}/${accountId}`, signedInAt },
        new Map([[accountId, 'admin']]),
      );
    await give(String(old), 100);
    await give(String(older), 99);
    await give(String(recent), 101);
    const first = await subjects.putToSleep(101, 1);
    const second = await subjects.putToSleep(101, 10);
    expect([first.length, second.length]).toEqual([1, 1]);
    expect([...first, ...second].map(({ accountId }) => accountId).sort()).toEqual([old, older].sort());
    expect(await subjects.putToSleep(101, 10)).toEqual([]);
    expect(await subjects.standing({ userId, accountId: String(old) })).toEqual({
      role: undefined,
      sleeps: true,
    });
    expect(await subjects.standing({ userId, accountId: String(recent) })).toEqual({
      role: 'admin',
      sleeps: false,
    });
  });
});
