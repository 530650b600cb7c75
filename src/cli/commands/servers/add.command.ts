import { GantryProblem } from '../../../client/problem.js';
import { CliFailure, usageFailure } from '../../failure.js';
import type { Success } from '../../http/operation-types.js';
import type { Invocation } from '../../invocation.js';
import { failureOf } from '../../report-failure.js';
import type { CommandSession } from '../../session.js';
import { printable } from '../../terminal/printable.js';
import type { Terminal } from '../../terminal/terminal.js';

type Plan = Success<'post', '/api/catalog/{name}/plan'>;
type Answers = Record<string, string | string[]>;

/** Adds a server of the catalogue, after its plan has been shown and somebody has agreed, or with --yes. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, prompt } = session;
  const name = invocation.arg(0);
  const gateway = session.gateway();
  const [as, version] = [invocation.text('as'), invocation.text('version')];
  const body = { ...(as === undefined ? {} : { as }), ...(version === undefined ? {} : { version }) };
  const plan = await gateway.post('/api/catalog/{name}/plan', { path: { name }, body });
  if (!terminal.json) show(plan, terminal);
  const inputs = await answersOf(session, plan);
  const isAgreed =
    invocation.flag('yes') ||
    (await prompt.confirm(
      `Add it as ${plan.as}?`,
      'Say --yes to add it without being asked. Nothing was added.',
    ));
  if (!isAgreed) {
    terminal.say('Nothing was added.');
    return;
  }
  try {
    const added = await gateway.post('/api/catalog/{name}/add', {
      path: { name },
      body: { plan: plan.plan, as: plan.as, inputs },
    });
    terminal.result(added, () => {
      terminal.done(`Added ${plan.as}.`);
    });
  } catch (error) {
    throw error instanceof GantryProblem && error.code === 'sign-in-again'
      ? inBrowser(session, name, error)
      : error;
  }
}

function show(plan: Plan, terminal: Terminal): void {
  const say = (heading: string, text: string) => {
    terminal.say(`  ${terminal.talkStyle.dim(heading.padEnd(10))} ${printable(text)}`);
  };
  const { server, package: from, definition, warnings, inputs } = plan;
  terminal.say(`${printable(server.name)} ${printable(server.version)}`);
  say('what', plan.description);
  say('source', plan.source);
  if (from !== undefined) {
    say('package', `${from.registryType} ${from.identifier} ${from.version}`);
    say('integrity', from.integrity);
  }
  say('declared', JSON.stringify(definition));
  for (const { name, required, secret } of inputs)
    say('input', `${name}${required ? ', required' : ''}${secret ? ', secret' : ''}`);
  for (const warning of warnings) terminal.warn(printable(warning));
}

/** What --input says; what is required and missing is asked for. */
async function answersOf(
  { invocation, prompt, terminal }: CommandSession,
  { inputs }: Plan,
): Promise<Answers> {
  const answers = given(invocation);
  for (const { name, required, secret, description, default: preset } of inputs) {
    if (!required || preset !== undefined || answers[name] !== undefined) continue;
    const instead = `Say --input ${name}=…`;
    if (!terminal.canAsk) throw usageFailure(`${name} is missing. Nothing was added.`, instead);
    const question = printable(description === undefined ? name : `${name} (${description})`);
    answers[name] = await (secret
      ? prompt.hidden(question, instead)
      : prompt.text(question, undefined, instead));
  }
  return answers;
}

function given(invocation: Invocation): Answers {
  const answers: Answers = {};
  for (const pair of invocation.list('input')) {
    const at = pair.indexOf('=');
    if (at < 1) throw usageFailure(`An input is name=value: ${pair}`, 'For example: --input API_KEY=…');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const before = answers[name];
    answers[name] = before === undefined ? value : [...[before].flat(), value];
  }
  return answers;
}

/** What starts a process is added where somebody has just signed in. */
function inBrowser({ connection }: CommandSession, name: string, problem: GantryProblem): CliFailure {
  const { message, members } = failureOf(problem, connection);
  const page = `${connection.url}/console/servers/new?entry=${encodeURIComponent(name)}`;
  return new CliFailure(message, { code: problem.code, members, advice: [`Add it in a browser: ${page}`] });
}
