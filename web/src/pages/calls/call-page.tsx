import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries } from '../../api/client.ts';
import type { Call, CallHop } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { Failed } from '../../frame/lost.tsx';
import { Page } from '../../frame/page.tsx';
import { usePath } from '../../frame/use-path.ts';
import { Bones, Card, Facts } from '../../parts/layout.tsx';
import { StateWord } from '../../parts/state-word.tsx';
import { durationInWords, exactTime } from '../../parts/time.tsx';
import { useRemedy } from '../servers/remedy.ts';
import { outcomeOf, serverOf, targetOf } from './call-words.ts';
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
              <Hop hop={hop} />
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

function Hop({ hop }: { readonly hop: CallHop }): ReactNode {
  const {
    server,
    method,
    target,
    rule,
    outcome,
    problem,
    credentials,
    connection,
    attempts,
    queueMs,
    connectMs,
    ms,
  } = hop;
  return (
    <Facts
      rows={[
        [
          'Asked',
          <code key="asked">{`${method}${target === undefined ? '' : ` ${target}`} at ${server.handle}`}</code>,
        ],
        ['Rule', rule ?? 'none stood against it'],
        ['Outcome', problem === undefined ? outcome : `${outcome}: ${problem}`],
        ['Attempts', String(attempts)],
        ['Credentials', credentials.length === 0 ? 'none' : credentials.join(', ')],
        connection === undefined
          ? undefined
          : [
              'Connection',
              `${connection.transport}, protocol ${connection.protocolVersion}, ${connection.reused ? 'used again' : 'new'}`,
            ],
        [
          'Time',
          `${durationInWords(ms)}, of which ${durationInWords(queueMs)} waiting for a place and ${durationInWords(connectMs)} connecting`,
        ],
      ]}
    />
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
