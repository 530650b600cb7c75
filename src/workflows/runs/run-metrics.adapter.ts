import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';
import { WorkflowEngine } from '../engine/workflow-engine.port.js';
import { isEnd } from './run-event.js';
import { rememberedKinds } from '../interpreter/remembered-kinds.js';
import { RunFeed } from './run-feed.service.js';

/** Counts what happens in runs. Labels are states, never names of tenants. */
@Injectable()
export class RunMetrics {
  constructor({ registry }: Metrics, feed: RunFeed, engine: WorkflowEngine) {
    const runs = new Counter({
      name: 'gantry_workflow_runs_total',
      help: 'Runs of workflows that ended, by how',
      labelNames: ['status'],
      registers: [registry],
    });
    const steps = new Counter({
      name: 'gantry_workflow_steps_total',
      help: 'Calls and waits of runs that ended, by how',
      labelNames: ['status'],
      registers: [registry],
    });
    new Gauge({
      name: 'gantry_workflow_runs_live',
      help: 'Runs that this process carries out at this moment; those that only wait are not among them',
      registers: [registry],
      collect() {
        this.set(engine.runCount);
      },
    });
    feed.onEvent((event) => {
      if (isEnd(event)) runs.inc({ status: event.type.slice('run.'.length) });
      else if (!rememberedKinds.has(event.data['kind'])) return;
      else if (event.type === 'step.completed') steps.inc({ status: 'completed' });
      else if (event.type === 'step.failed') steps.inc({ status: 'failed' });
    });
  }
}
