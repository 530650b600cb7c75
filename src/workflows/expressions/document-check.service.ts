import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { JsonObject } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';
import type { ExpressionSite } from '../../platform/expressions/expressions.port.js';
import { ExpressionThreads } from '../../platform/expressions/expression-threads.service.js';
import type { FairThreads } from '../../platform/expressions/fair-threads.js';
import { profileSchema } from '../definition/schema/profile-schema.js';

/** What a check of a document may take; WORKFLOW_MAX_BYTES bounds what there is to check. */
const checkMs = 5000;

/** Looks through documents that are to be saved, in threads of their own: runs do not wait for it. */
@Injectable()
export class DocumentCheck implements OnApplicationShutdown {
  private readonly checkers: FairThreads;

  constructor(threads: ExpressionThreads) {
    this.checkers = threads.make(new URL('./check-thread.mjs', import.meta.url), {
      schema: profileSchema('urn:gantry:workflow-1'),
    });
  }

  /** What is wrong with the expressions of a document, or if nothing is, with its shape by our schema and the standard's. */
  async check(
    accountId: string,
    document: JsonObject,
    sites: readonly ExpressionSite[],
  ): Promise<readonly Fault[]> {
    const answer = await this.checkers.do(accountId, { document, sites }, checkMs);
    if ('json' in answer) return JSON.parse(answer.json) as readonly Fault[];
    return [{ pointer: '', detail: `cannot be checked: ${answer.fault}` }];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.checkers.close();
  }
}
