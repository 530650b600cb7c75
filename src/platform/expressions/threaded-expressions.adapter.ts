import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { foreignJsonDepth } from '../../kernel/json/foreign/foreign-json.js';
import { parsingParts, partLength } from '../../kernel/json/json-parts.js';
import { isLargerThan } from '../../kernel/json/json-size.js';
import type { JsonValue } from '../../kernel/json/json.js';
import { inSlices } from '../../kernel/pacing/slices.js';
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

/** Of one that is long, a part at a time; threads bound its levels. */
function* parsingOwn(json: string): Generator<undefined, unknown> {
  const parse = (text: string): unknown => JSON.parse(text);
  return json.length <= partLength
    ? parse(json)
    : yield* parsingParts(json, { parse, member: () => undefined });
}

/** JSONata and jq in threads of its own; accounts use them in turns. */
@Injectable()
export class ThreadedExpressions extends Expressions implements OnApplicationShutdown {
  readonly maxDataBytes: number;
  private readonly evaluators: FairThreads;

  constructor(
    private readonly config: Config,
    threads: ExpressionThreads,
  ) {
    super();
    const { values } = config;
    this.maxDataBytes = values.WORKFLOW_MAX_RESULT_BYTES * readFactor;
    this.evaluators = threads.make(new URL('./expression-thread.mjs', import.meta.url), {
      stack: values.WORKFLOW_EXPRESSION_STACK,
      sequence: values.WORKFLOW_EXPRESSION_SEQUENCE,
      maxResultBytes: values.WORKFLOW_MAX_RESULT_BYTES,
      maxHeapMb: values.WORKFLOW_EXPRESSION_MB,
      maxDepth: foreignJsonDepth,
      maxValues: values.MAX_RESULT_ELEMENTS,
    });
  }

  async evaluate(job: ExpressionJob): Promise<JsonValue> {
    const { accountId, author = 'account', template, language, data, dataText, variables, now } = job;
    const realm = `${author} ${accountId}`;
    const { WORKFLOW_EXPRESSION_MS: ms } = this.config.values;
    if ((dataText?.length ?? 0) > this.maxDataBytes || isLargerThan([data, variables], this.maxDataBytes))
      throw new ExpressionError(
        `The expression reads more than ${String(this.maxDataBytes)} bytes (WORKFLOW_MAX_RESULT_BYTES).`,
      );
    const answer = await this.evaluators
      .do(accountId, { realm, template, language, data, dataText, variables, now }, ms)
      .catch((error: unknown) => {
        throw error instanceof Problem ? new ExpressionError(error.message) : error;
      });
    if ('json' in answer) return (await inSlices(parsingOwn(answer.json))) as JsonValue;
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
