import { LRUCache } from 'lru-cache';
import type { AppState } from '../document/app.js';

interface Known {
  readonly state: AppState;
  readonly revision: number;
}

const maxBytes = 67_108_864;
const bytesBeside = 4096;

/** States of apps seen lately, by id, bounded by the length of their configs. */
export class AppMemory {
  private readonly known = new LRUCache<string, Known>({ maxSize: maxBytes });
  private readonly bySlug = new LRUCache<string, string>({ max: 20_000 });
  /** Grows with each app that is forgotten, so that a load under way can tell that it may have read an old state. */
  epoch = 0;

  find(id: string): AppState | undefined {
    return this.known.get(id)?.state;
  }

  /** Only when the app that last had the slug still has it. */
  findBySlug(accountId: string, slug: string): AppState | undefined {
    const state = this.find(this.bySlug.get(`${accountId} ${slug}`) ?? '');
    return state?.app.accountId === accountId && state.app.slug === slug ? state : undefined;
  }

  keep(state: AppState, revision: number, contentLength: number): void {
    const { id, accountId, slug } = state.app;
    this.known.set(id, { state, revision }, { size: contentLength + bytesBeside });
    this.bySlug.set(`${accountId} ${slug}`, id);
  }

  forget(id: string): void {
    this.epoch++;
    this.known.delete(id);
  }

  revisionOf(id: string): number | undefined {
    return this.known.peek(id)?.revision;
  }

  ids(): string[] {
    return [...this.known.keys()];
  }
}
