import type { Json } from '../clients/gateway-client.js';
import { doing } from './workflow-app.js';

/** Names that could be words of another language. */
const names = ['end', 'subgraph', 'class', 'graph', 'click', 'style', 'do', 'x', 'default', 'A-_b'] as const;
const tools = [
  'say"hi"@one',
  'a]|b@one',
  '<script>@one',
  'find`me`@one',
  'ümläut→@one',
  '#quot;@one',
] as const;

/** So many documents with tasks of every kind inside of each other; the same ones each time. */
export function randomDocuments(count: number): Json[] {
  let state = 7;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  let made = 0;
  const nameOf = () => `${names[random(names.length)] ?? 'x'}${String(++made)}`;
  const list = (depth: number, end: string): Json[] => {
    const tasks = Array.from({ length: 1 + random(3) }, () => [nameOf(), kinds(depth, end)] as const);
    return tasks.map(([name, task], index) => {
      const targets = ['continue', 'exit', end, ...tasks.slice(index + 1).map(([later]) => later)];
      const then = random(3) === 0 ? { then: targets[random(targets.length)] } : {};
      const whether = random(4) === 0 ? { if: '${ $workflow.input.n > 1 }' } : {};
      return { [name]: { ...task, ...then, ...whether } };
    });
  };
  // A branch cannot end the workflow.
  const one = (depth: number): Json => ({ [nameOf()]: kinds(depth, 'exit') });
  const kinds = (depth: number, end: string): Json => {
    const flat: readonly (() => Json)[] = [
      () => ({ call: tools[random(tools.length)] ?? '', with: {} }),
      () => ({ set: { a: 1 } }),
      () => ({ wait: { seconds: 1 } }),
      () => ({ listen: { to: { one: { with: { type: 'go' } } } } }),
      () => ({ raise: { error: { type: 'https://example.com/x', status: 500 } } }),
      () => ({
        switch: [
          { first: { when: '${ $workflow.input.n = "a|b" }', then: end } },
          { second: { when: '${ false }', then: 'continue' } },
          ...(random(2) === 0 ? [{ rest: { then: 'exit' } }] : []),
        ],
      }),
    ];
    const deep: readonly (() => Json)[] = [
      () => ({ do: list(depth + 1, end) }),
      () => ({ for: { each: 'item', in: '${ [1] }' }, do: list(depth + 1, end) }),
      () => ({ fork: { compete: random(2) === 0, branches: [one(depth + 1), one(depth + 1)] } }),
      () => ({ try: list(depth + 1, end), catch: random(2) === 0 ? { do: list(depth + 1, end) } : {} }),
    ];
    const all = depth < 3 ? [...flat, ...deep, ...deep] : flat;
    return (all[random(all.length)] ?? flat[0])?.() ?? {};
  };
  return Array.from({ length: count }, () => doing(list(0, 'end')));
}
