import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { LimitName } from '../../rate-limits/limit-policies.js';
import { networkOf } from '../../egress/network.js';
import { RateLimits } from '../../rate-limits/rate-limits.js';
import { BodyReader } from './body-reader.js';
import { KnownCallers } from './known-callers.js';
import { accessKey } from '../../security/access.guard.js';
import type { Access } from '../../security/access.js';
import { contextOf, type RequestContext } from '../request-context.js';

/** Whether a route carries the traffic: what it takes goes to MCP servers as it came. */
export const laneKey = 'gantry:lane';
/** Whether numbers of the body keep their digits. */
export const keepsNumbersKey = 'gantry:keeps-numbers';
/** Names the limit per address that a route has for itself. */
export const limitKey = 'gantry:limit';
/** Names the limit per address of which a route takes by itself, once it knows what was sent. */
export const triesKey = 'gantry:tries';
/** Whether a route reads its body itself, once it knows whose it is. */
export const readsBodyKey = 'gantry:reads-body';
/** Names the members of a form that may be sent several times. */
export const repeatsKey = 'gantry:repeats';

/** Browsers send forms to the pages, and OAuth clients to the device login (RFC 8628 §3.1); all other routes take JSON. */
const takesForms = /^\/(?!api\/)|^\/api\/cli\/auth\//;

/** Reads the body of a request that has passed the guard of access, and the limit of its route: nobody else's is looked at. */
@Injectable()
export class BodyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
    private readonly bodies: BodyReader,
    private readonly known: KnownCallers,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const req = execution.switchToHttp().getRequest<Request>();
    const context = contextOf(req);
    const handler = execution.getHandler();
    await this.admitChange(req, context, handler);
    const limit = this.reflector.get<LimitName | undefined>(limitKey, handler);
    if (limit !== undefined) await this.limits.consume(limit, networkOf(context.address), context);
    const tries = this.reflector.get<LimitName | undefined>(triesKey, handler);
    if (tries !== undefined && !this.known.has(tries, req))
      await this.limits.require(tries, networkOf(context.address), context);
    if (this.reflector.get<boolean | undefined>(readsBodyKey, handler) === true) return true;
    req.body = takesForms.test(context.path)
      ? await this.bodies.jsonOrForm(
          req,
          context,
          this.reflector.get<readonly string[] | undefined>(repeatsKey, handler),
        )
      : await this.bodies.json(
          req,
          context,
          this.reflector.get<boolean | undefined>(keepsNumbersKey, handler) === true ? 'keep' : 'refuse',
        );
    return true;
  }

  /** What people change is written to the disk, which the calls of others wait for: an account has a share of it. Throws `rate-limited`. */
  private async admitChange(
    { method }: Request,
    { principal }: RequestContext,
    handler: object,
  ): Promise<void> {
    const access = this.reflector.get<Access | undefined>(accessKey, handler as () => unknown);
    const isByPerson = access?.for === 'user' || access?.for === 'session';
    if (!isByPerson || principal === undefined || method === 'GET' || method === 'HEAD') return;
    await this.limits.take('change', principal.accountId);
  }
}
