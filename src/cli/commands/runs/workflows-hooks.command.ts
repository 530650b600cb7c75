import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { tableTime } from '../../terminal/when.js';
import { meantApp } from '../../tools/meant-app.js';

const path = '/api/sdk/workflows/{workflow}/hooks';
const kinds = ['hmac-sha256', 'github', 'slack', 'stripe'] as const;

/** The webhooks of a workflow; `add` makes one, `rm` removes one. */
export async function run(session: CommandSession): Promise<void> {
  const [, action] = session.invocation.args;
  if (action === undefined) await list(session);
  else if (action === 'add') await add(session);
  else if (action === 'rm') await remove(session);
  else throw usageFailure(`There is no ${action} for webhooks.`, 'add, rm, or nothing to list them.');
}

async function list(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const request = { path: { workflow: invocation.arg(0) }, query: meantApp(session) };
  const found = await session.gateway().get(path, request);
  terminal.result(found, () => {
    terminal.table(
      [
        { heading: 'ID', text: ({ id }) => id },
        {
          heading: 'VERIFY',
          text: ({ verify }) => (verify === undefined ? '' : `${verify.kind} ${verify.secret}`),
        },
        { heading: 'MADE', text: ({ createdAt }) => tableTime(terminal, createdAt) },
      ],
      found.hooks,
      'There are no webhooks; gantry workflows hooks <workflow> add makes one.',
    );
  });
}

async function add(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const wanted = invocation.text('verify');
  const kind = kinds.find((known) => known === wanted);
  const secret = invocation.text('secret');
  if (wanted !== undefined && kind === undefined)
    throw usageFailure(`${wanted} is no way to sign.`, `One of ${kinds.join(', ')}.`);
  if ((kind === undefined) !== (secret === undefined))
    throw usageFailure(
      '--verify and --secret go together.',
      'For example: --verify github --secret GITHUB_HOOK',
    );
  const verify = kind === undefined ? {} : { verify: { kind, secret: `\${secret:${secret ?? ''}}` } };
  const made = await session
    .gateway()
    .post(path, { path: { workflow: invocation.arg(0) }, query: meantApp(session), body: verify });
  terminal.result(made, () => {
    terminal.say('The address is a secret, and is not shown again:');
    terminal.line(made.url);
  });
}

async function remove(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const [, , hook] = invocation.args;
  if (hook === undefined)
    throw usageFailure('Say which webhook.', 'gantry workflows hooks <workflow> lists them.');
  await session.gateway().delete(`${path}/{hook}`, {
    path: { workflow: invocation.arg(0), hook },
    query: meantApp(session),
  });
  terminal.result({ removed: hook }, () => {
    terminal.done(`Removed ${hook}.`);
  });
}
