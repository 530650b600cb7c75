import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { JsonObject, JsonValue } from '../../kernel/json.js';
import type { Fault } from '../../kernel/problem.js';
import { Config } from '../../platform/config/config.js';
import { profileSchema } from '../definition/profile-schema.js';
import { BoundedThread } from './bounded-thread.js';
import { ExpressionError, Expressions, type ExpressionJob, type ExpressionSite } from './expressions.port.js';
import { isLargerThan } from './json-size.js';

/** How much more an expression may read than it may yield. */
const readFactor = 4;
/** What a check of all expressions of a document may take; WORKFLOW_MAX_BYTES bounds what there is to check. */
const checkMs = 5000;
const variableOf = { time: 'WORKFLOW_EXPRESSION_MS', memory: 'WORKFLOW_EXPRESSION_MB' } as const;

/** JSONata in threads of its own, one for runs and one for documents that are to be saved. */
@Injectable()
export class ThreadedExpressions extends Expressions implements OnApplicationShutdown {
  private readonly evaluator: BoundedThread;
  private readonly checker: BoundedThread;

  constructor(private readonly config: Config) {
    super();
    const { values } = config;
    this.evaluator = new BoundedThread(
      new URL('./expression-thread.mjs', import.meta.url),
      {
        stack: values.WORKFLOW_EXPRESSION_STACK,
        sequence: values.WORKFLOW_EXPRESSION_SEQUENCE,
        maxResultBytes: values.WORKFLOW_MAX_RESULT_BYTES,
      },
      values.WORKFLOW_EXPRESSION_MB,
    );
    this.checker = new BoundedThread(
      new URL('./check-thread.mjs', import.meta.url),
      {
        schema: profileSchema('urn:gantry:workflow-1'),
      },
      values.WORKFLOW_EXPRESSION_MB,
    );
  }

  async evaluate({ template, data, variables, now }: ExpressionJob): Promise<JsonValue> {
    const { WORKFLOW_MAX_RESULT_BYTES: maxBytes, WORKFLOW_EXPRESSION_MS: ms } = this.config.values;
    if (isLargerThan([data, variables], maxBytes * readFactor))
      throw new ExpressionError(
        `The expression reads more than ${String(maxBytes * readFactor)} bytes (WORKFLOW_MAX_RESULT_BYTES).`,
      );
    const answer = await this.evaluator.do({ template, data, variables, now }, ms);
    if ('json' in answer) return JSON.parse(answer.json) as JsonValue;
    const variable = answer.ended === undefined ? '' : ` (${variableOf[answer.ended]})`;
    throw new ExpressionError(`The expression cannot be evaluated: ${answer.fault}${variable}.`);
  }

  async check(document: JsonObject, sites: readonly ExpressionSite[]): Promise<readonly Fault[]> {
    const answer = await this.checker.do({ document, sites }, checkMs);
    if ('json' in answer) return JSON.parse(answer.json) as readonly Fault[];
    return [{ pointer: '', detail: `cannot be checked: ${answer.fault}` }];
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.evaluator.close(), this.checker.close()]);
  }
}
