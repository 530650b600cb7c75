import type { Success } from '../../http/operation-types.js';
import type { CommandSession } from '../../session.js';
import { firstOf } from '../../terminal/limit.js';

type Usage = Success<'get', '/api/usage'>;
type Row = Usage['rows'][number];

/** What the account has used. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const gateway = session.gateway();
  const query = Object.fromEntries(
    (['from', 'to', 'by'] as const).flatMap((name) => {
      const value = invocation.text(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const rows = await firstOf(
    invocation,
    (page) => gateway.get('/api/usage', { query: { ...page, ...query } }),
    (page) => page.rows,
  );
  const number = (heading: string, of: (row: Row) => number) => ({
    heading,
    text: (row: Row) => String(of(row)),
  });
  terminal.result({ rows }, () => {
    terminal.table(
      [
        { heading: (invocation.text('by') ?? 'day').toUpperCase(), text: ({ key }) => key ?? '-' },
        number('CALLS', ({ calls }) => calls),
        number('ERRORS', ({ errors }) => errors),
        number('MS', ({ ms }) => ms),
        number('BYTES', ({ bytes }) => bytes),
        number('TOKENS', ({ tokens }) => tokens),
      ],
      rows,
      'Nothing was called.',
    );
  });
}
