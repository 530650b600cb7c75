import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import { Problem } from '../../../kernel/problems/problem.js';

/** Whether a client has said that it can send its person to an address (2025-11-25 and 2026-07-28, Elicitation, URL mode). */
export function takesAddresses({ elicitation }: JsonObject): boolean {
  return isJsonObject(elicitation) && isJsonObject(elicitation['url']);
}

/** Where somebody connects the server: our own page. Absent where no page can help. */
export function connectUrlOf({ extras }: Problem): string | undefined {
  const url = extras.members?.['connectUrl'];
  return typeof url === 'string' ? url : undefined;
}

/** Handle of the server that somebody must connect. */
export function serverOf({ extras }: Problem): string {
  const handle = extras.members?.['server'];
  return typeof handle === 'string' ? handle : '';
}

/** Whether the server is connected, but wants more than it was granted. */
export function wantsMore({ extras }: Problem): boolean {
  return extras.members?.['scopes'] !== undefined;
}

/** The parameters of `elicitation/create` that ask a person to open the page. */
export function urlQuestion(problem: Problem, elicitationId: string): JsonObject {
  const message = `To use "${serverOf(problem)}", connect it: sign in there as who is to use it.`;
  return { mode: 'url', elicitationId, url: connectUrlOf(problem), message };
}

/** What is wrong and what to do, for clients that only show text. */
export function textWithLink(problem: Problem): string {
  const text = problem.message;
  const url = connectUrlOf(problem);
  return url === undefined || text.includes(url) ? text : `${text} Open ${url} in a browser, then try again.`;
}

/** The same as the result of a tool: an answer to who asked how to connect, an error to who asked for something else. */
export function toldAsResult(problem: Problem, isAnswer: boolean): JsonObject {
  return { content: [{ type: 'text', text: textWithLink(problem) }], ...(isAnswer ? {} : { isError: true }) };
}

/** The problem with the link in its text: clients show little else of an error. */
export function withLink(problem: Problem): Problem {
  const text = textWithLink(problem);
  return text === problem.message ? problem : new Problem(problem.code, text, problem.extras);
}
