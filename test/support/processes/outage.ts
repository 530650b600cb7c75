import type { GatewayClient, Json } from '../clients/gateway-client.js';
import { ownTime } from '../measures/own-time.js';
import { waitFor } from '../wait-for.js';

export interface OutageCall {
  readonly server: string;
  readonly tool: string;
  readonly args: Json;
}

export interface Outage {
  /** Longest time without a success beyond the time that the server was away, milliseconds. */
  readonly beyondMs: number;
  readonly awayMs: number;
  readonly successes: number;
  readonly failures: number;
  /** Answers that are neither a result nor say that the server is away. */
  readonly odd: string[];
}

/** So often it has answered before it is killed again. */
const atLeast = 20;

/** Calls a server from many sides while `crash` ends it; `crash` resolves when the server is there again. */
export async function outage(
  client: GatewayClient,
  { server, tool, args }: OutageCall,
  { callers, rounds }: { readonly callers: number; readonly rounds: number },
  crash: () => Promise<void>,
  now: () => number = ownTime,
): Promise<Outage> {
  let isOver = false;
  const successes: number[] = [];
  let failures = 0;
  const odd: string[] = [];
  const caller = async () => {
    while (!isOver) {
      const { status, text } = await client.call(server, tool, args);
      if (status === 200) successes.push(now());
      else failures++;
      if (![200, 502, 503].includes(status)) odd.push(text);
      await pause(status === 200 ? 5 : 100);
    }
  };
  const load = Promise.all(Array.from({ length: callers }, caller));
  const succeeded = (since: number) =>
    waitFor('successes', () => (successes.at(-atLeast) ?? 0) > since, 60_000);
  let beyondMs = 0;
  let awayMs = 0;
  await succeeded(0);
  for (let round = 0; round < rounds; round++) {
    const crashedAt = now();
    const first = successes.length - 1;
    await crash();
    const backAt = now();
    await succeeded(backAt);
    const times = successes.slice(first);
    const longest = Math.max(...times.slice(1).map((time, index) => time - (times[index] as number)));
    beyondMs = Math.max(beyondMs, longest - (backAt - crashedAt));
    awayMs = Math.max(awayMs, backAt - crashedAt);
  }
  isOver = true;
  await load;
  return { beyondMs, awayMs, successes: successes.length, failures, odd };
}

/** Kills the process of the scripted stdio server `s`; the gateway starts it again. */
export async function killChild(client: GatewayClient): Promise<void> {
  const { body } = await client.call('s', 'pid', {});
  const [{ text }] = body['content'] as [{ text: string }];
  process.kill(Number(text), 'SIGKILL');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
