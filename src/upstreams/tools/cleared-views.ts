import { LRUCache } from 'lru-cache';
import type { ServerClearance } from '../../apps/clearance/clearance.js';
import { begunInSlices } from '../../kernel/pacing/slices.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import { clearing, type ToolView } from './tool-view.js';

/** Different choices of the tools of one list that are remembered at once. */
const maxChoices = 500;

/** Lists of tools as those have them whom grants leave some of it: made once per choice, for as long as it is among the last. */
export class ClearedViews {
  private readonly views = new WeakMap<ToolView, LRUCache<ServerClearance, ToolView | Promise<ToolView>>>();

  /** At once unless it is long. */
  of(
    view: ToolView,
    server: RegisteredServer & Required<Pick<RegisteredServer, 'cleared'>>,
  ): ToolView | Promise<ToolView> {
    const { by } = server.cleared;
    let choices = this.views.get(view);
    if (choices === undefined) this.views.set(view, (choices = new LRUCache({ max: maxChoices })));
    const known = choices.get(by);
    if (known !== undefined) return known;
    const made = begunInSlices(clearing(view, server));
    choices.set(by, made);
    if (made instanceof Promise)
      made.then(
        (cleared) => choices.set(by, cleared),
        () => choices.delete(by),
      );
    return made;
  }
}
