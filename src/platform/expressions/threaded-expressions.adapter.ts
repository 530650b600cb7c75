import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { isLargerThan } from '../../kernel/json/json-size.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { Problem, type Fault } from '../../kernel/problems/problem.js';
import { Config } from '../config/config.js';
import { ExpressionThreads } from './expression-threads.service.js';
import { ExpressionError, Expressions, type ExpressionJob, type ExpressionSite } from './expressions.port.js';
import type { FairThreads } from './fair-threads.js';

/** How much more an expression may read than it may yield. */
const readFactor = 4;
/** What a check of all expressions of a document may take; its size bounds what there is to check. */
const checkMs = 5000;
const variableOf = {
  time: 'WORKFLOW_EXPRESSION_MS',
  memory: 'WORKFLOW_EXPRESSION_MB',
  share: 'ACCOUNT_EXPRESSION_MS',
} as const;

/** JSONata and jq in threads of its own; accounts use them in turns. */
@Injectable()
export class ThreadedExpressions extends Expressions implements OnApplicationShutdown {
  private readonly evaluators: FairThreads;

  constructor(
    private readonly config: Config,
    threads: ExpressionThreads,
  ) {
    super();
    const { values } = config;
    this.evaluators = threads.make(new URL('./expression-thread.mjs', import.meta.url), {
      stack: values.WORKFLOW_EXPRESSION_STACK,
      sequence: values.WORKFLOW_EXPRESSION_SEQUENCE,
      maxResultBytes: values.WORKFLOW_MAX_RESULT_BYTES,
    });
  }

  async evaluate({ accountId, template, language, data, variables, now }: ExpressionJob): Promise<JsonValue> {
    const { WORKFLOW_MAX_RESULT_BYTES: maxBytes, WORKFLOW_EXPRESSION_MS: ms } = this.config.values;
    if (isLargerThan([data, variables], maxBytes * readFactor))
      throw new ExpressionError(
        `The expression reads more than ${String(maxBytes * readFactor)} bytes (WORKFLOW_MAX_RESULT_BYTES).`,
      );
    const answer = await this.evaluators
      .do(accountId, { accountId, template, language, data, variables, now }, ms)
      .catch((error: unknown) => {
        throw error instanceof Problem ? new ExpressionError(error.message) : error;
      });
    if ('json' in answer) return JSON.parse(answer.json) as JsonValue;
    const variable = answer.ended === undefined ? '' : ` (${variableOf[answer.ended]})`;
    throw new ExpressionError(`The expression cannot be evaluated: ${answer.fault}${variable}.`, answer.at);
  }

  async faults(accountId: string, sites: readonly ExpressionSite[]): Promise<readonly Fault[]> {
    const answer = await this.evaluators.do(accountId, { sites }, checkMs);
    if ('json' in answer) return JSON.parse(answer.json) as readonly Fault[];
    return sites.map(({ pointer }) => ({ pointer, detail: `cannot be checked: ${answer.fault}` }));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.evaluators.close();
  }
}
