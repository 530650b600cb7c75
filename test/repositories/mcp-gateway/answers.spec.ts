import { TypeormApprovalStore } from '../../../src/mcp-gateway/chat/approvals/typeorm-approval-store.repository.js';
import { TypeormHeldCallAnswerStore } from '../../../src/mcp-gateway/questions/typeorm-held-call-answer-store.repository.js';
import { newId } from '../../../src/kernel/id.js';
import { closeAfterAll } from '../../support/closing.js';
import {
  repositoryDatabase,
  type RepositoryDatabase,
} from '../../support/repositories/repository-database.js';
import { now, oddText } from '../../support/repositories/stored-rows.js';
import { TestClock } from '../../support/test-clock.js';

const open = closeAfterAll();
const clock = new TestClock(now);
let db: RepositoryDatabase;
let approvals: TypeormApprovalStore;
let answers: TypeormHeldCallAnswerStore;

beforeAll(async () => {
  db = await repositoryDatabase(open);
  approvals = new TypeormApprovalStore(db.database);
  answers = new TypeormHeldCallAnswerStore(db.database, db.signals, clock);
});

beforeEach(() => {
  db.signals.take();
});

describe('ApprovalStore', () => {
  it('[repository-contract] accepts each approval of a chat once', async () => {
    const used = await Promise.all([1, 2, 3].map(() => approvals.use(['a', 'b'], now + 100, now)));
    expect(used.filter(Boolean)).toHaveLength(1);
    expect(await approvals.use(['c', 'b'], now + 100, now)).toBe(false);
    expect(await approvals.use(['c'], now + 100, now + 99)).toBe(true);
  });

  it('[repository-contract] forgets approvals that have expired', async () => {
    await approvals.use(['expiring'], now + 200, now);
    expect(await approvals.use(['expiring'], now + 300, now + 199)).toBe(false);
    expect(await approvals.use(['expiring'], now + 300, now + 200)).toBe(true);
  });
});

const sent = (process: string, answer = 'sealed') => ({ id: newId('ans'), process, answer });

describe('HeldCallAnswerStore', () => {
  it('[repository-contract] hands each answer to its process once, as it was sent', async () => {
    const process = newId('prc');
    const [one, two, other] = [sent(process, oddText), sent(process), sent(newId('prc'))];
    for (const answer of [one, two, other]) await answers.send(answer);
    const taken = (await Promise.all([1, 2, 3].map(() => answers.take(process)))).flat();
    expect(taken).toHaveLength(2);
    expect(taken).toEqual(
      expect.arrayContaining([one, two].map((answer) => expect.objectContaining(answer) as unknown)),
    );
    expect(await answers.take(process)).toEqual([]);
    expect(await answers.look(one.id)).toMatchObject({ state: 'taken', beats: 0, outcome: null });
    expect(await answers.look(other.id)).toMatchObject({ state: 'asked' });
    expect(db.signals.take()).toEqual([one, two, other].map((answer) => `held-call ${answer.process}`));
  });

  it('[repository-contract] counts beats and keeps the outcome until the answer is removed', async () => {
    const one = sent(newId('prc'));
    await answers.send(one);
    expect(await Promise.all([1, 2, 3].map(() => answers.beat(one.id)))).toEqual([true, true, true]);
    await answers.finish(one.id, oddText);
    expect(await answers.look(one.id)).toMatchObject({ state: 'done', beats: 3, outcome: oddText });
    await answers.remind(one.process);
    expect(db.signals.take().slice(1)).toEqual([`held-call ${one.id}`, `held-call ${one.process}`]);
    await answers.remove(one.id);
    expect([await answers.look(one.id), await answers.beat(one.id)]).toEqual([undefined, false]);
  });

  it('[repository-contract] withdraws an answer that nobody has taken', async () => {
    const process = newId('prc');
    const [waiting, taken] = [sent(process), sent(process)];
    await answers.send(taken);
    await answers.take(process);
    await answers.send(waiting);
    expect([await answers.withdraw(taken.id), await answers.withdraw(waiting.id)]).toEqual([false, true]);
    expect(await answers.withdraw(waiting.id)).toBe(false);
  });

  it('[repository-contract] removes what dead processes left a day ago', async () => {
    const old = sent(newId('prc'));
    await answers.send(old);
    clock.advance(86_400_000);
    await answers.send(sent(newId('prc')));
    expect(await answers.look(old.id)).toBeDefined();
    clock.advance(1);
    await answers.send(sent(newId('prc')));
    expect(await answers.look(old.id)).toBeUndefined();
  });

  it('[repository-contract] reports signals of other processes and gaps in them', () => {
    const heard: (string | undefined)[] = [];
    answers.onChange((id) => heard.push(id));
    db.signals.received('other held-call prc_1');
    db.signals.received('other token tok_1');
    db.signals.missedSome();
    expect(heard).toEqual(['prc_1', undefined]);
    expect(answers.isShared).toBe(db.database.isPostgres);
  });
});
