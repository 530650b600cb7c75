import { Injectable } from '@nestjs/common';
import type { Run } from '../runs/run.js';

/** What happens between runs and those that they are steps of, in this process, as soon as it is on disk. */
export interface FamilyListener {
  /** A step of a run has written another run down. */
  began(child: Run): void;
  /** A run has ended that others may wait for, or that may have begun others. */
  ended(runId: string): void;
  /** Nobody wants the end of a run any more. */
  unwanted(runId: string): Promise<void>;
}

/** Stands between those who carry runs out and those who begin and cancel them. */
@Injectable()
export class FamilyNews implements FamilyListener {
  private readonly listeners: FamilyListener[] = [];

  listen(listener: FamilyListener): void {
    this.listeners.push(listener);
  }

  began(child: Run): void {
    for (const listener of this.listeners) listener.began(child);
  }

  ended(runId: string): void {
    for (const listener of this.listeners) listener.ended(runId);
  }

  async unwanted(runId: string): Promise<void> {
    for (const listener of this.listeners) await listener.unwanted(runId);
  }
}
