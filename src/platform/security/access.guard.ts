import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { contextOf } from '../http/request-context.js';
import { requireAccess, requireNamedAccount, unauthorized, type Access } from './access.js';

export const accessKey = 'gantry:access';

/** Default deny: a route without `@Operation` is closed to everybody. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(execution: ExecutionContext): boolean {
    const access = this.reflector.get<Access | undefined>(accessKey, execution.getHandler());
    if (access === undefined) throw unauthorized('This route is not open to anybody.');
    const request = execution.switchToHttp().getRequest<Request>();
    const context = contextOf(request);
    context.route = (request.route as { path: string }).path;
    requireAccess(access, context.principal);
    requireNamedAccount(access, context);
    return true;
  }
}
