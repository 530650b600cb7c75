import { describe, expect, it } from 'vitest';
import { graphInWords, graphOf } from './document-graph.ts';
import { layOut } from './graph-layout.ts';

const document = {
  do: [
    { find: { call: 'search@github' } },
    { each: { for: { each: 'issue', in: '${ issues }' }, do: [{ label: { call: 'label@github' } }] } },
    { both: { fork: { branches: [{ a: { wait: { seconds: 1 } } }, { b: { do: [{ c: { set: {} } }] } }] } } },
    { last: { try: [{ risky: { call: 'x@y' } }], catch: { do: [{ mend: { set: {} } }] } } },
  ],
};

describe('The graph of a workflow', () => {
  it('is told in a sentence', () => {
    expect(graphInWords(graphOf(document))).toBe(
      'find (call search@github), then each (for each issue): [label (call label@github)], then both (fork): [a (wait) | b (do): [c (set)]], then last (try): [risky (call x@y) | mend (set)]',
    );
  });

  it('names what is asked for, run, sent and waited for', () => {
    const endpoint = 'https://pets.example.com/v2/pet/{id}';
    const tasks = [
      { one: { call: 'http', with: { method: 'get', endpoint } } },
      { two: { call: 'http', with: { method: 'post', endpoint: { uri: 'https://pets.example.com' } } } },
      { three: { call: 'openapi', with: { operationId: 'listPets' } } },
      { four: { run: { workflow: { name: 'notify' } } } },
      { five: { emit: { event: { with: { type: 'order.done' } } } } },
      {
        six: {
          listen: { to: { any: [{ with: { type: 'a' } }, { with: { type: 'b' } }], until: '$count($) = 2' } },
          foreach: { do: [{ each: { set: {} } }] },
        },
      },
      {
        seven: {
          listen: { to: { any: [{ with: { type: 'a' } }], until: { all: [{ with: { type: 'c' } }] } } },
        },
      },
      { odd: { call: 'http', with: 7 } },
    ];
    expect(graphInWords(graphOf({ do: tasks }))).toBe(
      'one (call GET /v2/pet/{id}), then two (call POST /), then three (call listPets), then four (run notify), then five (emit order.done), then six (listen a, b, again and again): [each (set)], then seven (listen a, until c), then odd (call http)',
    );
  });

  it('places no task upon another beside it', () => {
    const { boxes, width, height } = layOut(graphOf(document));
    const leaves = boxes.filter(({ isFrame }) => !isFrame);
    expect(leaves).toHaveLength(6);
    for (const [index, a] of leaves.entries())
      for (const b of leaves.slice(index + 1))
        expect(
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
        ).toBe(true);
    for (const { x, y, width: w, height: h } of boxes) {
      expect(x).toBeGreaterThanOrEqual(1);
      expect(x + w).toBeLessThanOrEqual(width + 1);
      expect(y + h).toBeLessThanOrEqual(height + 1);
    }
  });

  it.each([null, 'x', { do: 3 }, { do: [null, { a: null }] }])('of %j is drawn without a fault', (odd) => {
    expect(layOut(graphOf(odd)).boxes.length).toBeLessThanOrEqual(1);
  });
});
