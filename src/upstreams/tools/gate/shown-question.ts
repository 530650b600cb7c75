import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';
import { endUnanswerable, refuse, type OnQuestion, type Question } from '../../../mcp/wire/question.js';
import type { Showing } from './asked-tool.js';

/** Key of the question in the result that it is looked at as. */
const key = 'question';

/**
 * A question of a server of the 2025 revisions as its client is to see it: it is shown as the result is in which one of 2026-07-28 asks the same.
 * The same object when nothing is different. Throws what refuses it.
 */
export async function shownQuestion<Q extends Question>(show: Showing, question: Q): Promise<Q> {
  const { method, params } = question;
  const result: JsonObject = {
    resultType: 'input_required',
    inputRequests: { [key]: { method, ...(params === undefined ? {} : { params }) } },
  };
  const shown = await show(result);
  if (shown === result) return question;
  const left = isJsonObject(shown['inputRequests']) ? shown['inputRequests'][key] : undefined;
  if (!isJsonObject(left) || left['method'] !== method)
    throw new Problem('tool-denied', 'What the server asks in the middle of the call is not shown.');
  return { ...question, params: left['params'] };
}

/** Asks what is left of questions; those that nobody gets to see are not looked at. */
export function askedAs(show: Showing | undefined, onQuestion: OnQuestion): OnQuestion {
  if (show === undefined || onQuestion === refuse || onQuestion === endUnanswerable) return onQuestion;
  return async (question) => onQuestion(await shownQuestion(show, question));
}
