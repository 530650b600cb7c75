import type { Call } from '../../api/models.ts';
import type { Tone } from '../../parts/state-word.tsx';

/** Where a call went: its first hop says. */
export function serverOf({ hops }: Call): string {
  return hops[0]?.server.handle ?? '';
}

/** What was called, or what was asked for otherwise. */
export function targetOf({ hops, method, route }: Call): string {
  const [hop] = hops;
  return hop === undefined ? `${method} ${route}` : (hop.target ?? hop.method);
}

interface Outcome {
  readonly word: string;
  readonly tone: Tone;
}

/** How it went, in a word. */
export function outcomeOf({ status, problem, hops }: Call): Outcome {
  if (problem !== undefined) return { word: problem, tone: 'bad' };
  const failed = hops.find(({ outcome }) => outcome === 'failed' || outcome === 'refused');
  if (failed !== undefined) return { word: failed.problem ?? failed.outcome, tone: 'bad' };
  if (hops.at(-1)?.outcome === 'waiting') return { word: 'waiting', tone: 'busy' };
  return status >= 400 ? { word: String(status), tone: 'bad' } : { word: 'ok', tone: 'good' };
}
