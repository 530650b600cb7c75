import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Problem } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { contextOf } from '../../platform/http/request-context.js';

/** For what is there only while programs may come in by OAuth: with `MCP_OAUTH=off` it is not. */
@Injectable()
export class OAuthSwitch implements CanActivate {
  constructor(private readonly config: Config) {}

  /** Throws `not-found`. */
  canActivate(execution: ExecutionContext): boolean {
    if (this.config.values.MCP_OAUTH === 'on') return true;
    const { method, path } = contextOf(execution.switchToHttp().getRequest());
    throw new Problem('not-found', `Nothing answers to ${method} ${path}.`);
  }
}
