import type { WorkflowSchedule } from '../definition/workflow-schedule.js';
import { advance, type ScheduleMoment, type ScheduleProgress } from './advance.js';
import { dueTimes, nextDue } from './due-times.js';

const minute = 60_000;
const begin = Date.UTC(2026, 0, 15, 12);

const every = (more: Partial<WorkflowSchedule> = {}): WorkflowSchedule => ({
  ...{ written: {}, timing: { kind: 'every', ms: minute }, timezone: 'UTC' },
  ...{ overlap: 'allow', catchUp: 'last', paused: false },
  ...more,
});
const fresh: ScheduleProgress = { anchorAt: begin, nextAt: begin + minute, queue: [], skipped: 0 };
const at = (minutes: number, more: Partial<ScheduleMoment> = {}): ScheduleMoment => ({
  ...{ now: begin + minutes * minute, open: false, endedAt: null },
  ...more,
});
const minutesOf = (times: readonly number[]) => times.map((time) => (time - begin) / minute);

describe('A schedule', () => {
  it('[triggers-due-once] is due once at each of its times, whatever the clock does', () => {
    const early = advance(every(), fresh, at(0.9), 100);
    expect([early.starts, early.wakeAt]).toEqual([[], begin + minute]);
    const due = advance(every(), fresh, at(1.2), 100);
    expect([minutesOf(due.starts), due.nextAt]).toEqual([[1], begin + 2 * minute]);
    expect(advance(every(), due, at(1.3), 100).starts).toEqual([]);
    const back = advance(every(), due, at(-60), 100);
    expect([back.starts, back.nextAt]).toEqual([[], begin + 2 * minute]);
    expect(minutesOf(advance(every(), due, at(2), 100).starts)).toEqual([2]);
  });

  it('[triggers-catch-up] makes up for no missed time, for the last or for all, as many as there may be', () => {
    const after = (catchUp: WorkflowSchedule['catchUp'], minutes: number, most = 100) => {
      const { starts, skipped, nextAt } = advance(every({ catchUp }), fresh, at(minutes), most);
      return [minutesOf(starts), skipped, nextAt];
    };
    expect(after('last', 5.5)).toEqual([[5], 4, begin + 6 * minute]);
    expect(after('all', 5.5)).toEqual([[1, 2, 3, 4, 5], 0, begin + 6 * minute]);
    expect(after('all', 5.5, 2)).toEqual([[4, 5], 0, begin + 6 * minute]);
    expect(after('none', 5.5)).toEqual([[5], 4, begin + 6 * minute]);
    const hourly = every({ timing: { kind: 'every', ms: 60 * minute }, catchUp: 'none' });
    const late = advance(hourly, { ...fresh, nextAt: begin + 60 * minute }, at(62), 100);
    expect([late.starts, late.skipped, late.nextAt]).toEqual([[], 1, begin + 120 * minute]);
  });

  it('[triggers-overlap] leaves out, puts off or begins what is due while a run is under way', () => {
    const open = { open: true };
    const skip = advance(every({ overlap: 'skip' }), fresh, at(1, open), 100);
    expect([skip.starts, skip.skipped]).toEqual([[], 1]);
    expect(minutesOf(advance(every(), fresh, at(1, open), 100).starts)).toEqual([1]);
    const queue = every({ overlap: 'queue' });
    const first = advance(queue, fresh, at(1, open), 100);
    const second = advance(queue, first, at(2, open), 100);
    expect([minutesOf(second.queue), second.starts, second.wakeAt]).toEqual([
      [1, 2],
      [],
      begin + 2 * minute + 1000,
    ]);
    const ended = advance(queue, second, at(2.1), 100);
    expect([minutesOf(ended.starts), minutesOf(ended.queue), ended.skipped]).toEqual([[1], [2], 0]);
    const full = advance(queue, second, at(3, open), 2);
    expect([minutesOf(full.queue), full.skipped]).toEqual([[1, 2], 1]);
  });

  it('[triggers-catch-up] begins many in parts that follow each other at once, so that a short life gets on', () => {
    const all = every({ catchUp: 'all', overlap: 'allow' });
    const first = advance(all, fresh, at(50), 100);
    expect([first.starts.length, first.queue.length, first.wakeAt]).toEqual([20, 30, begin + 50 * minute]);
    const second = advance(all, first, at(50.1), 100);
    const third = advance(all, second, at(50.2), 100);
    const begun = [first, second, third].flatMap(({ starts }) => minutesOf(starts));
    expect(begun).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect([third.queue, third.skipped]).toEqual([[], 0]);
  });

  it('[triggers-after] counts from the end of the run before', () => {
    const after = every({ timing: { kind: 'after', ms: minute } });
    const begun = advance(after, fresh, at(1), 100);
    expect([minutesOf(begun.starts), begun.nextAt, begun.wakeAt]).toEqual([[1], null, begin + minute + 1000]);
    expect(advance(after, begun, at(9, { open: true }), 100).nextAt).toBeNull();
    const ended = advance(after, begun, at(9, { endedAt: begin + 8.5 * minute }), 100);
    expect([ended.starts, ended.nextAt]).toEqual([[], begin + 9.5 * minute]);
    expect(minutesOf(advance(after, ended, at(9.6), 100).starts)).toEqual([9.5]);
  });

  it('[triggers-zones] goes by the clock of its zone: an hour that is left out comes once, one that comes twice does, too', () => {
    const daily = { kind: 'cron', pattern: '30 2 * * *', timezone: 'Europe/Berlin' } as const;
    const times = (from: string, until: string) =>
      dueTimes(daily, { from: Date.parse(from), until: Date.parse(until), most: 100 }).map((time) =>
        new Date(time).toISOString(),
      );
    expect(times('2026-03-28T01:30:00Z', '2026-03-30T12:00:00Z')).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(times('2026-10-24T00:30:00Z', '2026-10-26T12:00:00Z')).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
    const hourly = { ...daily, pattern: '0 * * * *' };
    const from = Date.parse('2026-10-24T22:00:00Z');
    expect(dueTimes(hourly, { from, until: from + 10 * 60 * minute, most: 100 })).toHaveLength(11);
    expect(nextDue(hourly, begin, begin)).toBe(begin + 60 * minute);
    const long = dueTimes({ ...daily, pattern: '* * * * *' }, { from: 0, until: begin, most: 3 });
    expect(minutesOf(long)).toEqual([-2, -1, 0]);
  });
});
