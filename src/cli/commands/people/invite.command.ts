import { nearestOf } from '../../../kernel/text/nearest.js';
import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { relativeTime } from '../../terminal/when.js';

const roles = ['owner', 'admin', 'member'] as const;

/** Makes an invitation; its link alone goes to standard output, and the gateway sends no mail. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const email = invocation.arg(0);
  const role = roleOf(invocation.text('role'));
  const account = invocation.text('newAccount');
  const invited = await session.gateway().post('/api/cli/invitations', {
    body: {
      email,
      ...(role === undefined ? {} : { role }),
      ...(account === undefined ? {} : { newAccount: { name: account } }),
    },
  });
  terminal.result({ email, ...invited }, () => {
    terminal.done(`Send this link to ${email}. It works once and ends ${relativeTime(invited.expiresAt)}.`);
    terminal.line(invited.url);
  });
}

function roleOf(text: string | undefined): (typeof roles)[number] | undefined {
  if (text === undefined) return undefined;
  const role = roles.find((name) => name === text);
  if (role !== undefined) return role;
  const nearest = nearestOf(text, roles);
  throw usageFailure(
    `There is no role ${text}.`,
    ...(nearest === undefined ? [] : [`Did you mean ${nearest}?`]),
    `Roles are: ${roles.join(', ')}`,
  );
}
