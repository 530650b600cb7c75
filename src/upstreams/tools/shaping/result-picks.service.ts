import { Injectable } from '@nestjs/common';
import { printJson, withPlainNumbers } from '../../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../kernel/json/json.js';
import { Clock } from '../../../kernel/pacing/clock.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { resultValue } from '../../../mcp/wire/result-value.js';
import { Config } from '../../../platform/config/config.js';
import { ExpressionError, Expressions } from '../../../platform/expressions/expressions.port.js';

/** Evaluates what `pick` of a shape says, away from the main thread. */
@Injectable()
export class ResultPicks {
  constructor(
    private readonly expressions: Expressions,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /**
   * A result that says what the expression gives for what `result` says, and nothing else of it. Throws `result-not-shaped`, whose detail
   * tells nothing of the result: messages of JSONata quote values.
   */
  async pick(accountId: string, expression: string, result: JsonObject): Promise<JsonObject> {
    const { resultType } = result;
    const data = this.dataOf(result);
    const value = await this.expressions
      .evaluate({ accountId, template: `\${${expression}}`, data, variables: {}, now: this.clock.now() })
      .catch((error: unknown) => {
        if (!(error instanceof ExpressionError)) throw error;
        throw notShaped(whereOf(error), error);
      });
    return {
      content: [{ type: 'text', text: typeof value === 'string' ? value : printJson(value) }],
      ...(isJsonObject(value) ? { structuredContent: value } : {}),
      ...(resultType === undefined ? {} : { resultType }),
    };
  }

  /** Expressions count with doubles: a number that none of them holds would be shown as another. */
  private dataOf(result: JsonObject): JsonValue {
    const { value } = resultValue(result, this.config.values.MAX_RESULT_BYTES);
    return withPlainNumbers(value, () => {
      throw notShaped('was given a number that expressions cannot hold');
    }) as JsonValue;
  }
}

/** Without a place in it, it is not the expression that failed: the message names the limit that it met. */
function whereOf({ at, message }: ExpressionError): string {
  if (at === undefined) return `failed: ${message}`;
  return at.position === undefined ? 'failed' : `failed at character ${String(at.position)}`;
}

function notShaped(why: string, cause?: unknown): Problem {
  const detail = `The \`pick\` of \`tools.shape\` for this tool ${why}.`;
  return new Problem('result-not-shaped', detail, { cause });
}
