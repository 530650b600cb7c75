import type { JsonObject } from '../../kernel/json/json.js';
import { Listeners } from './listeners.js';
import { metaKeys } from './modern-headers.js';

const logs = { _meta: { [metaKeys.logLevel]: 'info' } };
const line = {
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data: 'x' },
} as const;

/** How many lines each of these requests gets of one, all being under way. */
function heard(...requests: readonly JsonObject[]): number[] {
  const listeners = new Listeners();
  const counts = requests.map(() => 0);
  for (const [id, params] of requests.entries())
    listeners.add({ jsonrpc: '2.0', id, method: 'tools/call', params }, () => {
      counts[id] = (counts[id] ?? 0) + 1;
    });
  listeners.tell(line);
  return counts;
}

describe('A log line on a shared channel', () => {
  it.each([
    ['the only request', [{}], [1]],
    ['the only request that asks for logs', [{}, logs, {}], [0, 1, 0]],
    ['nobody, where none of several asks', [{}, {}], [0, 0]],
    ['nobody, where two ask', [logs, {}, logs], [0, 0, 0]],
  ])('[log-lines-asked] reaches %s', (_, requests, counts) => {
    expect(heard(...requests)).toEqual(counts);
  });
});
