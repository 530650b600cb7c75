import type { Drain } from '../../platform/http/answers/drain.js';
import type { ClientCall } from '../../platform/http/client-call.js';

/** Ends a stream that would go on for ever when the gateway is about to stop, so that it does not wait for it, or with the time of its token. */
export function endWithDrain(drain: Drain, { context, res }: ClientCall): void {
  context.isEndless = true;
  const release = drain.onDrain(() => {
    context.stop();
  });
  res.on('close', release);
}
