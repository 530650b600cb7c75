import type { Json } from '../clients/gateway-client.js';
import { call, doing, listen } from './workflow-app.js';

const child = (name: string): Json => ({ run: { workflow: { name } } });

/** What runs while the gateway is killed: steps of every kind, and runs in runs. */
export const documents = {
  all: doing([
    { begin: call('work', { n: 1 }) },
    {
      both: {
        fork: {
          branches: [
            {
              left: {
                do: [{ one: call('work') }, { pause: { wait: { milliseconds: 30 } } }, { two: call('work') }],
              },
            },
            { right: { do: [{ one: call('work') }, { two: call('work') }] } },
            { asked: { do: [{ ask: listen('go') }, { one: call('work') }] } },
            { family: { do: [{ child: child('part') }, { one: call('work') }] } },
          ],
        },
      },
    },
    {
      each: {
        for: { each: 'item', in: '${ [1, 2, 3, 4] }' },
        metadata: { maxConcurrency: 2 },
        do: [{ handle: call('work', { item: '${ $item }' }) }],
      },
    },
    { next: child('part') },
    { approve: listen('approval') },
    {
      risky: {
        try: [{ attempt: call('flaky') }],
        catch: {
          errors: { with: { status: 503 } },
          retry: { delay: { milliseconds: 20 }, limit: { attempt: { count: 3 } } },
        },
      },
    },
    { finish: { set: { done: true } } },
  ]),
  part: doing([{ one: call('work') }, { grand: child('small') }, { two: call('work') }]),
  small: doing([{ pause: { wait: { milliseconds: 10 } } }, { one: call('work') }]),
  once: doing([
    { before: call('work') },
    {
      only: {
        try: [{ pay: call('pay') }],
        catch: {
          as: 'error',
          do: [{ tell: { set: { code: '${ $error.status }', type: '${ $error.type }' } } }],
        },
      },
    },
  ]),
  bare: doing([{ before: call('work') }, { pay: call('pay') }]),
  deep: doing([{ ask: listen('go') }, { only: call('work') }]),
  narrow: doing([{ count: { set: { n: 1 } } }, { pay: { call: 'pay@narrow' } }]),
};
