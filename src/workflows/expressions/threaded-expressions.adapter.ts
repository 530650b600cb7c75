import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { isLargerThan } from '../../kernel/json/json-size.js';
import type { JsonObject, JsonValue } from '../../kernel/json/json.js';
import { Problem, type Fault } from '../../kernel/problems/problem.js';
import { Config } from '../../platform/config/config.js';
import { AccountUsage } from '../../platform/usage/account-usage.service.js';
import { profileSchema } from '../definition/schema/profile-schema.js';
import { BoundedThread } from './bounded-thread.js';
import { ExpressionError, Expressions, type ExpressionJob, type ExpressionSite } from './expressions.port.js';
import { FairThreads } from './fair-threads.js';

/** How much more an expression may read than it may yield. */
const readFactor = 4;
/** What a check of all expressions of a document may take; WORKFLOW_MAX_BYTES bounds what there is to check. */
const checkMs = 5000;
const variableOf = {
  time: 'WORKFLOW_EXPRESSION_MS',
  memory: 'WORKFLOW_EXPRESSION_MB',
  share: 'ACCOUNT_EXPRESSION_MS',
} as const;

/** JSONata in threads of its own, some for runs and some for documents that are to be saved; accounts use them in turns. */
@Injectable()
export class ThreadedExpressions extends Expressions implements OnApplicationShutdown {
  private readonly evaluators: FairThreads;
  private readonly checkers: FairThreads;

  constructor(
    private readonly config: Config,
    private readonly usage: AccountUsage,
  ) {
    super();
    const { values } = config;
    this.evaluators = this.threads(new URL('./expression-thread.mjs', import.meta.url), {
      stack: values.WORKFLOW_EXPRESSION_STACK,
      sequence: values.WORKFLOW_EXPRESSION_SEQUENCE,
      maxResultBytes: values.WORKFLOW_MAX_RESULT_BYTES,
    });
    this.checkers = this.threads(new URL('./check-thread.mjs', import.meta.url), {
      schema: profileSchema('urn:gantry:workflow-1'),
    });
  }

  async evaluate({ accountId, template, data, variables, now }: ExpressionJob): Promise<JsonValue> {
    const { WORKFLOW_MAX_RESULT_BYTES: maxBytes, WORKFLOW_EXPRESSION_MS: ms } = this.config.values;
    if (isLargerThan([data, variables], maxBytes * readFactor))
      throw new ExpressionError(
        `The expression reads more than ${String(maxBytes * readFactor)} bytes (WORKFLOW_MAX_RESULT_BYTES).`,
      );
    const answer = await this.evaluators
      .do(accountId, { template, data, variables, now }, ms)
      .catch((error: unknown) => {
        throw error instanceof Problem ? new ExpressionError(error.message) : error;
      });
    if ('json' in answer) return JSON.parse(answer.json) as JsonValue;
    const variable = answer.ended === undefined ? '' : ` (${variableOf[answer.ended]})`;
    throw new ExpressionError(`The expression cannot be evaluated: ${answer.fault}${variable}.`, answer.at);
  }

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
    await Promise.all([this.evaluators.close(), this.checkers.close()]);
  }

  private threads(script: URL, workerData: object): FairThreads {
    const { usage } = this;
    const { WORKFLOW_EXPRESSION_MB, WORKFLOW_EXPRESSION_THREADS, WORKFLOW_EXPRESSION_WAIT_MS } =
      this.config.values;
    return new FairThreads(
      () => new BoundedThread(script, workerData, WORKFLOW_EXPRESSION_MB),
      WORKFLOW_EXPRESSION_THREADS,
      {
        wait: (accountId) => usage.hold('expressions', accountId),
        msUntilLeft: (accountId) => usage.msUntilLeft('expressionTime', accountId),
        charge: (accountId, ms) => {
          usage.charge('expressionTime', accountId, ms);
        },
      },
      WORKFLOW_EXPRESSION_WAIT_MS,
    );
  }
}
