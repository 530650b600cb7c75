// The tools and the prompt of the servers that send requests to their client in the middle of a call.
import { appendFileSync } from 'node:fs';

/** Adds a line to EVENTS_FILE. */
export const note = (line) => process.env.EVENTS_FILE && appendFileSync(process.env.EVENTS_FILE, `${line}\n`);
export const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const form = (message) => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
});
const nameIn = ({ action, content }) => (action === 'accept' ? content.name : action);

/**
 * What each tool does. `ask` sends a request that belongs to the call, `say` one that does not say where it belongs. `question`: the text of
 * the requests that have one of their own.
 */
export const toolsThatAsk = (question) => ({
  ask: async ({ ask, args }) => text(`Hello ${nameIn(await ask(form(args.message ?? question ?? 'Who?')))}`),
  twice: async ({ ask }) => {
    const first = nameIn(await ask(form('First?')));
    return text(`${first} and ${nameIn(await ask(form('Second?')))}`);
  },
  both: async ({ ask }) => {
    const answers = await Promise.all([ask(form('Left?')), ask(form('Right?'))]);
    return text(answers.map(nameIn).join(' and '));
  },
  sample: async ({ ask }) => {
    const messages = [{ role: 'user', content: { type: 'text', text: question ?? 'Say it' } }];
    const request = { method: 'sampling/createMessage', params: { messages, maxTokens: 9 } };
    return text((await ask(request)).content.text);
  },
  roots: async ({ ask }) => text((await ask({ method: 'roots/list' })).roots[0].uri),
  link: async ({ ask }) => {
    const params = { mode: 'url', message: 'Sign in', url: 'https://id.example/x', elicitationId: 'e1' };
    return text((await ask({ method: 'elicitation/create', params })).action);
  },
  unrelated: async ({ say }) => text(`Hello ${nameIn(await say(form(question ?? 'Who, by the way?')))}`),
  plain: async ({ capabilities }) => text(`${process.pid} ${JSON.stringify(capabilities)}`),
});

export async function promptThatAsks(ask) {
  const name = nameIn(await ask(form('For whom?')));
  return { messages: [{ role: 'user', content: { type: 'text', text: `A prompt for ${name}` } }] };
}
