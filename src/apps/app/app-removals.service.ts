import { Injectable } from '@nestjs/common';

/** Finds out, while an app is still there, what is to be done once it is gone. */
type Preparation = (appId: string) => Promise<() => void>;

/** Lets what knows of apps without being known to them give back what an app leaves elsewhere. */
@Injectable()
export class AppRemovals {
  private readonly preparations: Preparation[] = [];

  onRemoval(prepare: Preparation): void {
    this.preparations.push(prepare);
  }

  /** To be called before the app is removed; the result when that is committed. */
  async prepare(appId: string): Promise<() => void> {
    const steps = await Promise.all(this.preparations.map((prepare) => prepare(appId)));
    return () => {
      for (const step of steps) step();
    };
  }
}
