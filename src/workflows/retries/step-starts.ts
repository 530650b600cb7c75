import { pathOf } from '../interpreter/error-places.js';
import type { RunEvent } from '../runs/run-event.js';
import { isUndone, rewindIn, type Rewind } from './rewind.js';

/** When the steps of a run began, by the numbers of its events. */
export class StepStarts {
  private readonly starts = new Map<string, number>();

  add({ type, seq, data: { step, rewind } }: RunEvent): void {
    const back = rewindIn(rewind);
    if (back !== undefined) this.undo(back);
    else if (typeof step === 'string' && type !== 'step.progress' && !this.starts.has(step))
      this.starts.set(step, seq);
  }

  get(key: string): number | undefined {
    return this.starts.get(key);
  }

  /** Key of the first visit of a task of the document. */
  firstOf(path: string): string | undefined {
    for (const key of this.starts.keys()) if (pathOf(key) === path) return key;
    return undefined;
  }

  /** Paths of the tasks that the run came to. */
  paths(): ReadonlySet<string> {
    return new Set([...this.starts.keys()].map(pathOf));
  }

  /** The step that a key of the journal is about: itself or the innermost one that it is in. */
  ownerOf(key: string): string | undefined {
    for (let end = key.length; end > 0; end = key.lastIndexOf('/', end - 1)) {
      const owner = key.slice(0, end);
      if (this.starts.has(owner)) return owner;
    }
    return undefined;
  }

  private undo(rewind: Rewind): void {
    for (const [key, seq] of this.starts) if (isUndone(key, seq, rewind)) this.starts.delete(key);
  }
}
