import { Injectable } from '@nestjs/common';
import type { Clearance } from '../../../apps/clearance/clearance.js';
import { Clearances } from '../../../apps/clearance/clearances.service.js';
import type { Caller } from '../../../kernel/caller.js';
import { Problem } from '../../../kernel/problems/problem.js';
import type { GatedServer } from './call-hook.js';

/** Whether grants, as they are now, let a caller use a tool: what was begun before they changed goes no further. */
@Injectable()
export class GrantedUse {
  constructor(private readonly clearances: Clearances) {}

  /** At once when they are known. Throws what `refused` makes of `server-not-found` or `tool-not-found`, as for what is not there. */
  require(
    { principal }: Caller,
    server: GatedServer,
    tool: string,
    refused: (problem: Problem) => unknown,
  ): Promise<void> | undefined {
    const clearance = this.clearances.of(principal);
    if (clearance instanceof Promise)
      return clearance.then((left) => {
        requireLeft(left, server, tool, refused);
      });
    requireLeft(clearance, server, tool, refused);
    return undefined;
  }
}

function requireLeft(
  clearance: Clearance | undefined,
  { handle, grantedAs = handle }: GatedServer,
  tool: string,
  refused: (problem: Problem) => unknown,
): void {
  if (clearance === undefined) return;
  const left = clearance.at(grantedAs);
  if (left?.covers(tool) === true) return;
  throw refused(
    left === undefined
      ? new Problem('server-not-found', `There is no server "${handle}" that this token reaches.`)
      : new Problem('tool-not-found', `The server has no tool "${tool}".`),
  );
}
