import type { Json } from './clients/gateway-client.js';

/** What an `input_required` result asks for, by key. */
export function asked(result: Json): [string, Json][] {
  if (result['resultType'] !== 'input_required')
    throw new Error(`nothing is asked: ${JSON.stringify(result)}`);
  return Object.entries(result['inputRequests'] as Record<string, Json>);
}

/** What the same call is repeated with: an answer to each of its questions. */
export function answered(result: Json, answerTo: (question: Json) => Json): Json {
  const answers = asked(result).map(([key, question]) => [key, answerTo(question)]);
  return { inputResponses: Object.fromEntries(answers) as Json, requestState: result['requestState'] };
}

/** The answer of somebody who fills in a form. */
export const accept = (name: string): Json => ({ action: 'accept', content: { name } });

/** The first text in the result of a tool. */
export const textOf = (result: Json): unknown => (result['content'] as Json[] | undefined)?.[0]?.['text'];
