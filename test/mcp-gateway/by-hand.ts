import type { UpstreamStream } from '../support/upstreams/recording-server.js';
import { tool, type ScriptedTool } from '../support/upstreams/scripted-http.js';

interface OpenedCall {
  readonly stream: UpstreamStream;
  /** The progress token of the call. */
  readonly token: unknown;
}

/** A tool `by-hand`, and its first call, whose stream the test writes itself. */
export function byHand(): { readonly run: ScriptedTool; readonly opened: Promise<OpenedCall> } {
  let open: (call: OpenedCall) => void = () => undefined;
  const opened = new Promise<OpenedCall>((resolve) => (open = resolve));
  const run = tool('by-hand', (exchange) => {
    open({ stream: exchange.openStream(), token: exchange.progressToken });
  });
  return { run, opened };
}
