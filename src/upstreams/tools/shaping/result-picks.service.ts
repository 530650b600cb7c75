import { Injectable } from '@nestjs/common';
import { plainNumber } from '../../../kernel/json/exact-number.js';
import { foreignJsonDepth } from '../../../kernel/json/foreign/foreign-json.js';
import { printingJson } from '../../../kernel/json/foreign/json-printing.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { Clock } from '../../../kernel/pacing/clock.js';
import { inSlices } from '../../../kernel/pacing/slices.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { resultText } from '../../../mcp/wire/result-value.js';
import { ExpressionError, Expressions } from '../../../platform/expressions/expressions.port.js';

/** Evaluates what `pick` of a shape says, away from the main thread: what a result says is parsed there, too. */
@Injectable()
export class ResultPicks {
  constructor(
    private readonly expressions: Expressions,
    private readonly clock: Clock,
  ) {}

  /**
   * A result that says what the expression gives for what `result` says, and nothing else of it. Throws `result-not-shaped`, whose detail
   * tells nothing of the result: messages of JSONata quote values. Throws a `NestsTooDeeply`.
   */
  async pick(accountId: string, expression: string, result: JsonObject): Promise<JsonObject> {
    const { resultType } = result;
    const dataText = await this.dataOf(result);
    const value = await this.expressions
      .evaluate({ accountId, template: `\${${expression}}`, dataText, variables: {}, now: this.clock.now() })
      .catch((error: unknown) => {
        if (!(error instanceof ExpressionError)) throw error;
        throw notShaped(whereOf(error), error);
      });
    const text =
      typeof value === 'string'
        ? value
        : await inSlices(printingJson(value, { maxDepth: foreignJsonDepth, maxBytes: Infinity }));
    return {
      content: [{ type: 'text', text }],
      ...(isJsonObject(value) ? { structuredContent: value } : {}),
      ...(resultType === undefined ? {} : { resultType }),
    };
  }

  /** As text. Expressions count with doubles: a number that none of them holds would be shown as another. */
  private async dataOf(result: JsonObject): Promise<string> {
    const { structuredContent, content } = result;
    const { maxDataBytes } = this.expressions;
    const text = structuredContent === undefined ? resultText(result) : undefined;
    if (text !== undefined) return text;
    const blocks = Array.isArray(content) ? (content as unknown[]) : [];
    const printed = await inSlices(
      printingJson(structuredContent === undefined ? blocks : structuredContent, {
        maxDepth: foreignJsonDepth,
        maxBytes: maxDataBytes,
        onNumber: (number) => {
          if (plainNumber(number) === number)
            throw notShaped('was given a number that expressions cannot hold');
        },
      }),
    );
    if (printed === undefined)
      throw notShaped(`reads more than ${String(maxDataBytes)} bytes (WORKFLOW_MAX_RESULT_BYTES)`);
    return printed;
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
