import type { JsonValue } from '../../src/kernel/json/json.js';
import { Crash, MemoryJournal } from '../support/workflows/memory-context.js';
import { scenarios, type Scenario } from '../support/workflows/scenarios.js';
import { documentOf, ScriptedTools, signal, WorkflowBench } from '../support/workflows/workflow-bench.js';

const bench = new WorkflowBench();
afterAll(() => bench.close());

/** Runs in processes that each die `lives` moments after their birth, until one completes. */
async function runThroughCrashes(
  scenario: Scenario,
  tools: ScriptedTools,
  lives: readonly number[],
): Promise<JsonValue> {
  const definition = bench.define(scenario.document);
  const journal = new MemoryJournal([...(scenario.signals ?? [])]);
  for (const life of [...lives, Infinity]) {
    const ended = new Set(journal.ends.keys());
    const before = tools.calls.length;
    try {
      return await bench.run(definition, scenario.input, tools, journal, life);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    } finally {
      expect(
        tools
          .keys()
          .slice(before)
          .filter((key) => ended.has(key)),
      ).toEqual([]);
    }
  }
  throw new Error('No process lived to the end');
}

describe('workflows', () => {
  it.each([...scenarios])('[workflow-examples] %s comes to its output', async (_, scenario) => {
    const tools = new ScriptedTools(scenario.tools());
    expect(await runThroughCrashes(scenario, tools, [])).toEqual(scenario.output);
    expect(new Set(tools.keys()).size).toBe(tools.calls.length);
  });

  it.each([...scenarios])(
    '[workflow-replay] %s, interrupted at each of its moments, comes to the same output and repeats no finished step',
    async (_, scenario) => {
      for (let life = 1, died = true; died; life++) {
        const tools = new ScriptedTools(scenario.tools());
        const journal = new MemoryJournal([...(scenario.signals ?? [])]);
        died = await bench.run(bench.define(scenario.document), scenario.input, tools, journal, life).then(
          () => false,
          (error: unknown) => error instanceof Crash,
        );
        if (died)
          expect(await runThroughCrashes(scenario, new ScriptedTools(scenario.tools()), [life])).toEqual(
            scenario.output,
          );
      }
    },
  );

  it.each([...scenarios])(
    '[workflow-replay] %s, interrupted again and again, comes to the same output',
    async (_, scenario) => {
      const tools = new ScriptedTools(scenario.tools());
      const lives = Array.from({ length: 400 }, (_value, index) => index + 2);
      expect(await runThroughCrashes(scenario, tools, lives)).toEqual(scenario.output);
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
