import type { JsonValue } from '../../src/kernel/json/json.js';
import { Crash, MemoryJournal } from '../support/workflows/memory-context.js';
import { scenarios, type Scenario } from '../support/workflows/scenarios.js';
import { documentOf, ScriptedTools, signal, WorkflowBench } from '../support/workflows/workflow-bench.js';

const bench = new WorkflowBench({}, { remembersValues: true });
afterAll(() => bench.close());

interface Story {
  readonly output: JsonValue;
  /** How many of its processes died. */
  readonly deaths: number;
  readonly tools: ScriptedTools;
}

/** Runs in processes that each die `lives` moments after their birth, until one completes. None repeats a step that is finished. */
async function runThroughCrashes(scenario: Scenario, lives: readonly number[]): Promise<Story> {
  const definition = bench.define(scenario.document);
  const tools = new ScriptedTools(scenario.tools());
  const journal = new MemoryJournal([...(scenario.signals ?? [])]);
  for (const [deaths, life] of [...lives, Infinity].entries()) {
    const ended = new Set(journal.ends.keys());
    const before = tools.calls.length;
    try {
      return { output: await bench.run(definition, scenario.input, tools, journal, life), deaths, tools };
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    } finally {
      const again = tools.keys().slice(before);
      expect(again.filter((key) => ended.has(key))).toEqual([]);
    }
  }
  throw new Error('No process lived to the end');
}

describe('workflows', () => {
  it.each([...scenarios])('[workflow-examples] %s comes to its output', async (_, scenario) => {
    const { output, tools } = await runThroughCrashes(scenario, []);
    expect(output).toEqual(scenario.output);
    expect(new Set(tools.keys()).size).toBe(tools.calls.length);
  });

  it.each([...scenarios])(
    '[workflow-replay] %s, interrupted at each of its moments, comes to the same output and repeats no finished step',
    async (_, scenario) => {
      for (let life = 1, died = true; died; life++) {
        const { output, deaths } = await runThroughCrashes(scenario, [life]);
        expect(output).toEqual(scenario.output);
        died = deaths > 0;
      }
    },
  );

  it.each([...scenarios])(
    '[workflow-replay] %s, interrupted again and again, comes to the same output',
    async (_, scenario) => {
      const lives = Array.from({ length: 400 }, (_value, index) => index + 2);
      expect((await runThroughCrashes(scenario, lives)).output).toEqual(scenario.output);
    },
  );
});

it('[workflow-notify-kill] a wait that is interrupted while it tells somebody tells them no second time, and goes on', async () => {
  const listen = { to: { one: { with: { type: 'go' } } } };
  const metadata = { notify: 'tell@one', with: { n: 1 } };
  const definition = bench.define(documentOf([{ ask: { listen, metadata } }]));
  for (let life = 1, died = true; died; life++) {
    const tools = new ScriptedTools({ 'tell@one': () => 'told' }, false);
    const journal = new MemoryJournal([signal('go', 7)]);
    died = await bench.run(definition, {}, tools, journal, life).then(
      () => false,
      (error: unknown) => error instanceof Crash,
    );
    if (died) expect(await bench.run(definition, {}, tools, journal)).toEqual([7]);
    expect(tools.calls.length).toBeLessThanOrEqual(1);
  }
});
