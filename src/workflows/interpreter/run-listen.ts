import type { ListenTask } from '../definition/workflow-definition.js';
import type { Frame } from './frame.js';
import { done, type Outcome } from './outcome.js';
import { timeIsOver } from './time-is-over.js';

/** Waits for a signal of one of its types: its data, or with `read: envelope` also the type and who sent it. */
export async function runListen({ name, types, read }: ListenTask, frame: Frame): Promise<Outcome> {
  const { key, deadline, ports } = frame;
  const wait = { types, deadline: deadline?.instant };
  const signal = await ports.context.waitForSignal(key, wait, { name, kind: 'listen' });
  if (signal !== undefined)
    return done(
      read === 'data' ? signal.data : { type: signal.type, source: signal.sender, data: signal.data },
    );
  if (deadline === undefined) throw new Error(`No signal for ${key}, and no deadline either`);
  throw timeIsOver(deadline);
}
