import type { Dispatcher } from 'undici';

/** Sends requests to one origin: a dispatcher of undici, as far as links use it. */
export interface Sender {
  dispatch(options: SentRequest, handler: Dispatcher.DispatchHandler): boolean;
  close(): Promise<void>;
  destroy(error?: Error): Promise<void>;
}

export interface SentRequest extends Dispatcher.DispatchOptions {
  /** Name, value, name, value. */
  readonly headers: string[];
}
