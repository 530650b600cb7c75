import { usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';

const rules: Readonly<Record<string, boolean>> = { required: true, optional: false };

/** The account of the token, and what its owners decide for it. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const wish = invocation.text('secondFactor');
  const requireSecondFactor = wish === undefined ? undefined : rules[wish];
  if (wish !== undefined && requireSecondFactor === undefined)
    throw usageFailure(
      `There is no rule ${wish}.`,
      'Say --second-factor required or --second-factor optional.',
    );
  const account =
    requireSecondFactor === undefined
      ? await gateway.get('/api/cli/account', {})
      : await gateway.patch('/api/cli/account', { body: { requireSecondFactor } });
  terminal.result(account, () => {
    terminal.table(
      [
        { heading: 'SLUG', text: ({ slug }) => slug },
        { heading: 'NAME', text: ({ name }) => name },
        { heading: 'CONFIGS', text: ({ configAccess }) => configAccess },
        { heading: 'SECOND FACTOR', text: (it) => (it.requireSecondFactor ? 'required' : 'optional') },
        { heading: 'ID', text: ({ id }) => id },
      ],
      [account],
      '',
    );
  });
}
