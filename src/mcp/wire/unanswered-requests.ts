import { LinkFailure } from './link-failure.js';

/** Most requests of one server that wait for an answer at a time. */
const maxUnanswered = 100;

/** Requests of a server that have no answer yet, by id: each takes work and memory until its answer is sent. */
export class UnansweredRequests {
  private readonly ids = new Set<unknown>();

  /** Throws a `LinkFailure` of the kind `too-large` when too many wait already. */
  add(id: unknown): void {
    if (this.ids.size >= maxUnanswered)
      throw new LinkFailure(
        'too-large',
        `the server sent more than ${String(maxUnanswered)} requests before it had an answer to one`,
      );
    this.ids.add(id);
  }

  delete(id: unknown): void {
    this.ids.delete(id);
  }
}
