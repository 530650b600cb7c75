import { Injectable } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import { Metrics } from '../metrics/metrics.js';
import { joinFamilies } from './metric-families.js';
import { visit } from './visit.js';
import { otherWorkers } from './worker-place.js';

/** A worker that is too busy to answer is left out of one reading. */
const withinMs = 2000;

/** The metrics of all workers, each series with the number of its worker: none ever goes back but with its process. */
@Injectable()
export class GatheredMetrics {
  constructor(private readonly metrics: Metrics) {}

  get contentType(): string {
    return this.metrics.registry.contentType;
  }

  async read(): Promise<string> {
    const own = await this.metrics.registry.metrics();
    const others = await Promise.all(otherWorkers().map(metricsOf));
    return others.length === 0 ? own : joinFamilies([own, ...others]);
  }
}

async function metricsOf(number: number): Promise<string> {
  const socket = visit(number, { kind: 'metrics' });
  if (socket === undefined) return '';
  socket.setTimeout(withinMs, () => socket.destroy(new Error('the worker does not answer')));
  return text(socket).catch(() => '');
}
