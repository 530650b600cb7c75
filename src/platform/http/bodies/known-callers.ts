import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { LimitName } from '../../rate-limits/limit-policies.js';

type Rule = (limit: LimitName, req: IncomingMessage) => boolean;

/** Tells, before a body is read, who has tries of their own: what others of their network have used up is not theirs. */
@Injectable()
export class KnownCallers {
  private readonly rules: Rule[] = [];

  add(rule: Rule): void {
    this.rules.push(rule);
  }

  has(limit: LimitName, req: IncomingMessage): boolean {
    return this.rules.some((rule) => rule(limit, req));
  }
}
