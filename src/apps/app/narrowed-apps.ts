import { LRUCache } from 'lru-cache';
import { reachesApp, reachOf } from '../../kernel/grant-reach.js';
import type { Principal } from '../../kernel/principal.js';
import type { Clearance, ServerClearance } from '../clearance/clearance.js';
import { programTool, workflowsHandle } from '../clearance/server-grant.js';
import type { AppState } from '../document/app.js';

/** Different choices of an app's servers that are remembered at once. */
const maxChoices = 100;

/** What somebody is left of an app. */
interface Left {
  readonly servers: readonly string[];
  readonly cleared: ReadonlyMap<string, ServerClearance> | undefined;
  /** `undefined`: all that there are. */
  readonly workflows: readonly string[] | undefined;
  /** Whether models may run what they write, where the app has that. */
  readonly hasPrograms: boolean;
}

/**
 * Apps as programs have them that were not let in to everything, and callers whom grants narrow. For the same choice the same object, as all
 * that is known of an app hangs on it.
 */
export class NarrowedApps {
  private readonly known = new WeakMap<AppState, LRUCache<string, AppState>>();

  /** What a caller is left of an app; `undefined` when it is nothing. */
  of(principal: Principal, state: AppState, clearance: Clearance | undefined): AppState | undefined {
    if (!reachesApp(principal, state.app.id)) return undefined;
    const handles = reachOf(principal)?.servers;
    if (handles === undefined && clearance === undefined) return state;
    const names = Object.keys(state.config.mcpServers ?? {});
    const reached = names.filter((name) => handles?.has(handleOf(state, name)) !== false);
    if (clearance !== undefined) return this.narrowed(state, leftBy(clearance, state, reached));
    if (reached.length === names.length) return state;
    return this.narrowed(state, {
      ...{ servers: reached, cleared: undefined, workflows: undefined },
      hasPrograms: true,
    });
  }

  private narrowed(state: AppState, left: Left): AppState {
    let choices = this.known.get(state);
    if (choices === undefined) this.known.set(state, (choices = new LRUCache({ max: maxChoices })));
    const { servers, cleared, workflows, hasPrograms } = left;
    const key = JSON.stringify([
      servers.map((name) => [name, cleared?.get(name)?.id]),
      workflows,
      hasPrograms,
    ]);
    let narrowed = choices.get(key);
    if (narrowed === undefined) {
      const { config } = state;
      const mcpServers = chosen(config.mcpServers, servers);
      const features = {
        ...config.features,
        runWorkflow: hasPrograms && config.features?.runWorkflow === true,
      };
      const some = workflows === undefined ? {} : { workflows: chosen(config.workflows, workflows) };
      const of = cleared === undefined ? {} : { cleared };
      narrowed = { ...state, config: { ...config, mcpServers, features, ...some }, whole: state, ...of };
      choices.set(key, narrowed);
    }
    return narrowed;
  }
}

function leftBy(clearance: Clearance, state: AppState, names: readonly string[]): Left {
  const cleared = new Map<string, ServerClearance>();
  for (const name of names) {
    const left = clearance.at(handleOf(state, name));
    if (left !== undefined) cleared.set(name, left);
  }
  const workflows = Object.keys(state.config.workflows ?? {});
  const ofWorkflows = clearance.at(workflowsHandle);
  return {
    ...{ servers: [...cleared.keys()], cleared },
    workflows: workflows.filter((name) => ofWorkflows?.covers(name) === true),
    hasPrograms: ofWorkflows?.covers(programTool) === true,
  };
}

function handleOf({ app }: AppState, name: string): string {
  return `${app.slug}.${name}`;
}

function chosen<T>(
  all: Readonly<Record<string, T>> | undefined,
  names: readonly string[],
): Record<string, T> {
  const wanted = new Set(names);
  return Object.fromEntries(Object.entries(all ?? {}).filter(([name]) => wanted.has(name)));
}
