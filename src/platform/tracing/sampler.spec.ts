import { newTraceId } from '../../kernel/trace-context.js';
import { samplerOf } from './sampler.js';

const ids = Array.from({ length: 4000 }, newTraceId);
const share = (sampler: (traceId: string) => boolean) => ids.filter(sampler).length / ids.length;

describe('the sampler', () => {
  it('[traces-sampled] follows the caller when it is based on the parent', () => {
    const sampler = samplerOf('parentbased_always_off', 1);
    expect([true, false, undefined].map((parent) => sampler('a'.repeat(32), parent))).toEqual([
      ...[true, false, false],
    ]);
    expect(samplerOf('always_on', 0)('a'.repeat(32), false)).toBe(true);
    expect(samplerOf('always_off', 1)('a'.repeat(32), true)).toBe(false);
  });

  it('[traces-sampled] takes its share of traces, the same ones each time', () => {
    const sampler = samplerOf('parentbased_traceidratio', 0.25);
    const taken = share((id) => sampler(id, undefined));
    expect(taken).toBeGreaterThan(0.2);
    expect(taken).toBeLessThan(0.3);
    expect(share((id) => sampler(id, undefined))).toBe(taken);
    expect(share((id) => samplerOf('traceidratio', 0)(id, undefined))).toBe(0);
    expect(share((id) => samplerOf('traceidratio', 1)(id, undefined))).toBe(1);
  });
});
