import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

type Row = Readonly<Record<string, unknown>>;
interface Verdict {
  readonly goal: string;
  readonly unit: string;
  readonly value: number;
  readonly met: boolean;
}
interface Goals {
  readonly judge: (measured: { startMs?: number; requests: Row[]; progress: Row[] }) => Verdict[];
}

const page = readFileSync('docs/benchmarks.md', 'utf8');
const ours = ['gateway', 'native', 'native-2026'];

/** The cells of the rows of the table whose first line begins with `head`. */
function table(head: string): string[][] {
  const [, rows = ''] = page.slice(page.indexOf(`| ${head} `)).split(/^\| -.*$/m, 2);
  return rows
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

const numbers = (text: string): number[] =>
  [...text.replaceAll(',000', '000').matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number));

describe('The benchmarks', () => {
  it('[bench-commands] have a command each, which a page of the docs names, and no page names another', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
    const told = docs.flatMap((name) =>
      [...readFileSync(join('docs', name), 'utf8').matchAll(/npm run (bench[:\w]*)/g)].map(([, one]) => one),
    );
    const commands = Object.keys(scripts).filter((name) => name.startsWith('bench'));
    expect([...new Set(told)].sort()).toEqual(commands.sort());
  });

  it('[bench-goals] judge speed by what the bare proxy does in the same run, and by nothing without it', async () => {
    const { judge } = (await import(resolve('bench/goals.mjs'))) as Goals;
    const rowsOf = (target: string, times: number): Row[] =>
      ['call', 'tools', 'large'].flatMap((scenario) =>
        [1, 4, 16, 64, 256, 1000].map((connections) => ({
          ...{ scenario, target, connections, residentMb: 100 },
          ...{ perSecond: 1000 / times, p50Ms: times, p99Ms: 2 * times, cpuMsPerCall: 0.1 * times },
        })),
      );
    const timesOf = (target: string, ofOurs: number) => ({ direct: 0, proxy: 1 })[target] ?? ofOurs;
    const run = (times: number, beside: string[]) =>
      judge({
        requests: ['direct', ...beside, ...ours].flatMap((target) => rowsOf(target, timesOf(target, times))),
        progress: [...beside, ...ours].map((target) => ({
          target,
          firstP50Ms: timesOf(target, times),
        })),
      });
    const ofSpeed = (verdicts: Verdict[]) => verdicts.filter(({ goal }) => goal !== 'resident memory');
    const slow = ofSpeed(run(10, ['proxy']));
    expect(slow.length).toBeGreaterThan(30);
    for (const { unit, value, met } of slow) {
      expect([unit, met]).toEqual(['x', false]);
      expect(value).toBeCloseTo(10);
    }
    const asFast = ofSpeed(run(1, ['proxy'])).filter(({ met }) => !met);
    expect(asFast.map(({ goal }) => goal)).toEqual([
      "gateway: CPU per cached list over the proxy's, at 16 connections",
    ]);
    expect(ofSpeed(run(10, []))).toEqual([]);
  });

  it('[bench-misses] show what misses its goal as missed, in bold, and nothing else', () => {
    const goals = table('Goal');
    expect(goals.length).toBeGreaterThan(8);
    for (const [goal = '', most = '', ...cells] of goals)
      for (const [index, cell] of cells.entries()) {
        const [limit = NaN, ofNative = limit] = numbers(most);
        const bold = numbers([...cell.matchAll(/\*\*([^*]+)\*\*/g)].map(([, text]) => text).join(' '));
        const missed = numbers(cell).filter((value) => value > (index === 0 ? limit : ofNative));
        expect({ goal, missed: bold }).toEqual({ goal, missed });
      }
  });

  it('[bench-gate] show in one table that the gate, the record and OAuth cost a call no more than 5 %', () => {
    const lanes = table('Instructions of a call').filter(([what = '']) => what.endsWith('all threads'));
    expect(lanes.map(([what]) => what)).toEqual(['Native, all threads', 'REST, all threads']);
    for (const [, before = '', now = '', ratio = ''] of lanes) {
      const [was = NaN] = numbers(before);
      const [is = NaN] = numbers(now);
      expect(numbers(ratio)[0]).toBeCloseTo(is / was, 2);
      expect(is / was).toBeLessThanOrEqual(1.05);
    }
  });
});
