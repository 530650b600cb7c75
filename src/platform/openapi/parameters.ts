import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Principal } from '../../kernel/principal.js';
import { contextOf, type RequestContext } from '../http/request-context.js';

const requestOf = (execution: ExecutionContext) => execution.switchToHttp().getRequest<Request>();

/** Who is asking; only on routes that are not public. */
export const CurrentPrincipal = createParamDecorator((_: unknown, execution: ExecutionContext): Principal => {
  const { principal } = contextOf(requestOf(execution));
  if (principal === undefined) throw new Error('@CurrentPrincipal() on a public route');
  return principal;
});

/** The request's scope for services: cancellation, request id, timings. */
export const ScopeParameter = createParamDecorator(
  (_: unknown, execution: ExecutionContext): RequestContext => contextOf(requestOf(execution)),
);
