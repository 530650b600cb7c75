import type { Choice } from '../grants/program-grant.js';
import type { ReachableApp, ReachableServer } from './reach.port.js';

/** What there is to choose from. */
export interface Reachable {
  readonly servers: readonly ReachableServer[];
  readonly apps: readonly ReachableApp[];
}

/** Boxes that were ticked: handles of servers, ids of apps. */
export interface Ticked {
  readonly servers: readonly string[];
  readonly apps: readonly string[];
}

/** More are too many to be chosen from on a page, and for the form that sends them back. */
export const maxBoxes = 300;

/** Whether there is something to choose from: more than one thing, or one that the person may not have left it before. */
export function isNarrowable({ servers, apps }: Reachable, former: Choice | undefined): boolean {
  const count = servers.length + apps.length;
  return count <= maxBoxes && count > (former === undefined || isWhole(former) ? 1 : 0);
}

/** What holds where nothing can be chosen: what was chosen before. */
export function unchosen(former: Choice | undefined): Choice {
  return { servers: former?.servers ?? null, apps: former?.apps ?? null };
}

function isWhole({ servers, apps }: Choice): boolean {
  return servers === null && apps === null;
}

/**
 * What is left of it. With all boxes ticked the program reaches what is added later, too; `undefined` when none is, or none that there is.
 */
export function chosenOf({ servers, apps }: Reachable, ticked: Ticked): Choice | undefined {
  const left = {
    servers: servers.map(({ handle }) => handle).filter((handle) => ticked.servers.includes(handle)),
    apps: apps.map(({ id }) => id).filter((id) => ticked.apps.includes(id)),
  };
  const isAll = left.servers.length === servers.length && left.apps.length === apps.length;
  if (isAll) return { servers: null, apps: null };
  return left.servers.length + left.apps.length === 0 ? undefined : left;
}
