import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries } from '../../api/client.ts';
import type { Call } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { Failed } from '../../frame/lost.tsx';
import { Page } from '../../frame/page.tsx';
import { usePath } from '../../frame/use-path.ts';
import { Bones, Card, Facts } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { durationInWords, exactTime } from '../../parts/time.tsx';
import { useRemedy } from '../servers/remedy.ts';
import { outcomeOf, serverOf, targetOf } from './call-words.ts';
import { HopFacts } from './hop-facts.tsx';
import styles from './calls.module.css';
import { useCallerName } from './use-caller-name.ts';

/** One call and why it went as it did. */
export function CallPage(): ReactNode {
  const { requestId = '' } = usePath();
  const { data: call, error } = queries.useQuery('get', '/api/calls/{requestId}', {
    params: { path: { requestId } },
  });
  if (error !== null) return <Failed error={error} title="Call" what={`call "${requestId}"`} />;
  return (
    <Page
      title="Call"
      lead={<code>{requestId}</code>}
      busy={call === undefined}
      command={{ gantry: gantry('calls', requestId), curl: curl(`/api/calls/${requestId}`) }}
    >
      {call === undefined ? <Bones /> : <Explained call={call} />}
    </Page>
  );
}

function Explained({ call }: { readonly call: Call }): ReactNode {
  const nameOf = useCallerName();
  const remedy = useRemedy(call.problem);
  const { word, tone } = outcomeOf(call);
  const { phases } = call;
  return (
    <>
      <Card>
        <Facts
          rows={[
            [
              'Outcome',
              <StateWord key="outcome" tone={tone}>
                {word}
              </StateWord>,
            ],
            remedy === undefined ? undefined : ['What to do', remedy],
            ['When', exactTime(call.at)],
            ['Caller', nameOf(call.caller)],
            call.client === undefined ? undefined : ['Client', call.client],
            ['Server', <ServerLink key="server" handle={serverOf(call)} />],
            ['Tool', <code key="tool">{targetOf(call)}</code>],
            ['Asked over', `${call.method} ${call.route}`],
          ]}
        />
      </Card>
      <Card title="Why" named>
        <ol className={styles.hops}>
          {call.hops.map((hop, index) => (
            <li key={index}>
              <HopFacts hop={hop} />
            </li>
          ))}
          {call.hops.length === 0 && <li>It was answered by the gateway itself; no server was asked.</li>}
        </ol>
      </Card>
      <Card title="What it took">
        <Bars
          parts={[
            ['Knowing the caller', phases.authMs],
            ['The server', phases.upstreamMs],
            ['The gateway', phases.gatewayMs],
          ]}
          total={phases.totalMs}
        />
      </Card>
    </>
  );
}

function ServerLink({ handle }: { readonly handle: string }): ReactNode {
  return handle === '' ? (
    'none'
  ) : (
    <Link to="/servers/$handle/tools" params={{ handle }}>
      {handle}
    </Link>
  );
}

function Bars({
  parts,
  total,
}: {
  readonly parts: readonly (readonly [name: string, ms: number])[];
  readonly total: number;
}): ReactNode {
  return (
    <div className={styles.bars}>
      {parts.map(([name, ms]) => (
        <div key={name}>
          <span>{name}</span>
          <meter min={0} max={Math.max(total, 0.001)} value={ms} aria-label={name} />
          <span className={styles.ms}>{durationInWords(ms)}</span>
        </div>
      ))}
      <div className={styles.total}>
        <span>In all</span>
        <span />
        <span className={styles.ms}>{durationInWords(total)}</span>
      </div>
    </div>
  );
}
