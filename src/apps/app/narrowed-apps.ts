import { LRUCache } from 'lru-cache';
import { reachesApp, reachOf } from '../../kernel/grant-reach.js';
import type { Principal } from '../../kernel/principal.js';
import type { AppState } from '../document/app.js';

/** Different choices of an app's servers that are remembered at once. */
const maxChoices = 100;

/** Apps as programs with a grant see them. For the same choice of servers the same object, as all that is known of an app hangs on it. */
export class NarrowedApps {
  private readonly known = new WeakMap<AppState, LRUCache<string, AppState>>();

  /** What a caller's grant leaves of an app; `undefined` when it is nothing. */
  of(principal: Principal, state: AppState): AppState | undefined {
    if (!reachesApp(principal, state.app.id)) return undefined;
    const handles = reachOf(principal)?.servers;
    return handles === undefined ? state : this.withServers(state, handles);
  }

  private withServers(state: AppState, handles: ReadonlySet<string>): AppState {
    const servers = Object.entries(state.config.mcpServers ?? {});
    const left = servers.filter(([name]) => handles.has(`${state.app.slug}.${name}`));
    if (left.length === servers.length) return state;
    let choices = this.known.get(state);
    if (choices === undefined) this.known.set(state, (choices = new LRUCache({ max: maxChoices })));
    const key = left.map(([name]) => name).join(' ');
    let narrowed = choices.get(key);
    if (narrowed === undefined) {
      const config = { ...state.config, mcpServers: Object.fromEntries(left) };
      choices.set(key, (narrowed = { ...state, config, whole: state }));
    }
    return narrowed;
  }
}
