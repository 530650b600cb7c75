import type { ReactNode } from 'react';
import type { CatalogPlan } from '../../api/models.ts';
import { Card, Facts } from '../../parts/layout.tsx';
import { Alert } from '../../parts/trouble-alert.tsx';

interface Declared {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What would run or be asked, from where, and with which bytes. */
export function PlanFacts({ plan }: { readonly plan: CatalogPlan }): ReactNode {
  const { server, description, source, package: from, warnings } = plan;
  const { command, args = [], env = {}, url, headers = {} } = plan.definition as Declared;
  const named = Object.entries({ ...env, ...headers }).map(([name, value]) => `${name}=${value}`);
  return (
    <Card title="Plan" named>
      {warnings.length > 0 && (
        <Alert title="Look at this first">
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
      <Facts
        rows={[
          ['Server', `${server.name} ${server.version}`],
          ['What it is', description],
          ['Found in', source],
          from && ['Package', `${from.identifier} ${from.version} (${from.registryType})`],
          from && ['Integrity', <code key="integrity">{from.integrity}</code>],
          command === undefined
            ? undefined
            : ['Runs', <code key="runs">{[command, ...args].map(shown).join(' ')}</code>],
          url === undefined ? undefined : ['Address', <code key="url">{url}</code>],
          named.length === 0 ? undefined : ['Is told', <code key="told">{named.join('\n')}</code>],
        ]}
      />
      <p>
        {command === undefined
          ? 'Nothing is installed: the gateway sends calls to this address.'
          : 'The file is compared with this hash before anything of it runs, and no script of its installation does.'}
      </p>
    </Card>
  );
}

/** Each argument by itself. */
function shown(argument: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(argument) ? argument : JSON.stringify(argument);
}
