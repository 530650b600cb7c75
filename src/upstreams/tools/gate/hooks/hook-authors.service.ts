import { Injectable } from '@nestjs/common';
import { ConfigAuthors } from '../../../../apps/app/config-authors.service.js';
import { Clearances } from '../../../../apps/clearance/clearances.service.js';
import type { HookedCall } from '../call-hook.js';
import { targetIn } from '../hook-chain.js';
import type { WrittenHook } from './written-hook.js';

/** The users who saved the hooks of apps. */
@Injectable()
export class HookAuthors {
  constructor(
    private readonly authors: ConfigAuthors,
    private readonly clearances: Clearances,
  ) {}

  /** Whether the author of a hook can make the call that the hook is about; the operator can. */
  async canCall({ by }: WrittenHook, { caller, server, method, params }: HookedCall): Promise<boolean> {
    if (by === 'operator') return true;
    const author = await this.authors.find(caller.principal.accountId, server.app?.authorId ?? null);
    if (author === undefined) return false;
    const clearance = await this.clearances.of(author);
    if (clearance === undefined) return true;
    const left = clearance.at(server.grantedAs ?? server.handle);
    return left !== undefined && (method !== 'tools/call' || left.covers(targetIn(params) ?? ''));
  }
}
