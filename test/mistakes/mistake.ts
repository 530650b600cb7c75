import type { Stage } from './stage.js';

export interface Mistake {
  /** What the person did. */
  readonly did: string;
  readonly by: (stage: Stage) => Promise<string>;
  /** What went wrong, in the words of the message. */
  readonly what?: string;
  /** Why: what exactly of what they did. */
  readonly why?: string;
  /** What to do about it. */
  readonly todo?: string;
}
