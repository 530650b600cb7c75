/** What accompanies one piece of work from its entry to the MCP server: identity for the log, cancellation, time spent. */
export class CallScope {
  #cancelled = false;
  #listeners: (() => void)[] | undefined;
  /** Milliseconds spent waiting for MCP servers. */
  upstreamMs = 0;

  constructor(
    readonly requestId: string,
    /** W3C Trace Context header of the caller, handed on in MCP `_meta`. */
    readonly traceparent?: string,
  ) {}

  get cancelled(): boolean {
    return this.#cancelled;
  }

  /** The same request, for work that goes on when its caller leaves because others wait for it too. */
  detached(): CallScope {
    return new CallScope(this.requestId, this.traceparent);
  }

  /** The caller is gone: every listener runs once. */
  cancel(): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    const listeners = this.#listeners;
    this.#listeners = undefined;
    if (listeners !== undefined) for (const listener of listeners) listener();
  }

  /** Runs `listener` when the caller leaves; at once when it has left. The result takes the listener back. */
  onCancel(listener: () => void): () => void {
    if (this.#cancelled) {
      listener();
      return () => undefined;
    }
    const listeners = (this.#listeners ??= []);
    listeners.push(listener);
    return () => {
      const index = listeners.indexOf(listener);
      if (index >= 0) listeners.splice(index, 1);
    };
  }
}
