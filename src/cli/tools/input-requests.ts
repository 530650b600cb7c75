import { CliFailure } from '../failure.js';
import { isObject, type ConfigObject } from '../project/json-value.js';
import type { CommandSession } from '../session.js';
import { printable, printableText } from '../terminal/printable.js';
import type { CallResult } from './call-result.js';

/** Asks the user what a tool wants to know (MCP elicitation); gives `inputResponses` by the keys of the requests. */
export async function answerInputRequests(
  session: CommandSession,
  { inputRequests = {} }: CallResult,
): Promise<ConfigObject> {
  if (!session.terminal.canAsk)
    throw new CliFailure('The tool asks for input, and there is no terminal to ask on.', {
      code: 'input-required',
      advice: ['gantry call --json prints what it asks.'],
      members: { inputRequests },
    });
  const responses: Record<string, unknown> = {};
  for (const [key, request] of Object.entries(inputRequests)) responses[key] = await answer(session, request);
  return responses;
}

async function answer(session: CommandSession, request: unknown): Promise<ConfigObject> {
  const { method, params } = isObject(request) ? request : {};
  if (method !== 'elicitation/create' || !isObject(params))
    throw new CliFailure(`The tool asks for ${String(method)}, which a terminal cannot give.`, {
      code: 'input-required',
    });
  const { terminal, prompt } = session;
  terminal.say(printable(printableText(params['message'] ?? 'The tool asks for input.')));
  if (typeof params['url'] === 'string') {
    terminal.say(printable(`Open ${params['url']}`));
    return { action: (await prompt.confirm('Done?', '')) ? 'accept' : 'cancel' };
  }
  const schema = params['requestedSchema'];
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  const required = isObject(schema) && Array.isArray(schema['required']) ? schema['required'] : [];
  const content: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = await field(session, name, isObject(property) ? property : {}, required.includes(name));
    if (value !== undefined) content[name] = value;
  }
  const agrees = await prompt.confirm('Send this to the tool?', '', true);
  return agrees ? { action: 'accept', content } : { action: 'decline' };
}

async function field(
  { prompt }: CommandSession,
  name: string,
  schema: ConfigObject,
  required: boolean,
): Promise<unknown> {
  const { type, title, description, default: preset } = schema;
  const label = printable([title ?? name, description].filter((part) => typeof part === 'string').join(', '));
  if (type === 'boolean') return prompt.confirm(label, '', preset === true);
  const choices = Array.isArray(schema['enum']) ? ` [${schema['enum'].map(String).join(', ')}]` : '';
  const start = typeof preset === 'string' || typeof preset === 'number' ? String(preset) : undefined;
  for (;;) {
    const text = await prompt.text(label + printable(choices), start, '');
    if (text === '' && !required) return undefined;
    const isNumber = type === 'number' || type === 'integer';
    const isRight = isNumber ? Number.isFinite(Number(text)) : text !== '' || !required;
    if (isRight) return isNumber ? Number(text) : text;
  }
}
