import type { ReactNode } from 'react';
import type { CallHop } from '../../api/models.ts';
import { Facts } from '../../parts/layout.tsx';
import { durationInWords } from '../../parts/time.tsx';
import { Json } from '../../results/content-view.tsx';
import styles from './calls.module.css';

/** An exchange with a server: what was asked, who decided about it, how it went. */
export function HopFacts({ hop }: { readonly hop: CallHop }): ReactNode {
  const {
    server,
    method,
    target,
    rule,
    why = [],
    cause,
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
        cause === undefined ? undefined : ['Called by', <Cause key="cause" cause={cause} />],
        ['Rule', rule ?? 'none stood against it'],
        why.length === 0 ? undefined : ['Decided by', <Decisions key="why" why={why} />],
        ['Outcome', problem === undefined ? outcome : `${outcome}: ${problem}`],
        ['Attempts', String(attempts)],
        ['Credentials', credentials.length === 0 ? 'none' : credentials.join(', ')],
        connection === undefined
          ? undefined
          : [
              'Connection',
              `${connection.transport}, protocol ${connection.protocolVersion}, ${connection.reused ? 'used again' : 'new'}`,
            ],
        hop.arguments === undefined
          ? undefined
          : ['Arguments', <Content key="arguments" value={hop.arguments} isCut={hop.argumentsCut} />],
        hop.result === undefined
          ? undefined
          : ['Result', <Content key="result" value={hop.result} isCut={hop.resultCut} />],
        [
          'Time',
          `${durationInWords(ms)}, of which ${durationInWords(queueMs)} waiting for a place and ${durationInWords(connectMs)} connecting`,
        ],
      ]}
    />
  );
}

/** The policy that made the call, and who saved it. */
function Cause({ cause }: { readonly cause: NonNullable<CallHop['cause']> }): ReactNode {
  const { kind, by, pointer, savedBy } = cause;
  return (
    <>
      the {kind} <code>{pointer}</code> of the {by}
      {savedBy !== undefined && (
        <>
          , saved by <code>{savedBy}</code>
        </>
      )}
    </>
  );
}

/** The rules, hooks and checks that decided, each with its place. */
function Decisions({ why }: { readonly why: NonNullable<CallHop['why']> }): ReactNode {
  return (
    <ul className={styles.why}>
      {why.map(({ by, pointer, decision, reason }) => (
        <li key={`${by} ${pointer} ${decision}`}>
          <strong>{decision}</strong> by <code>{pointer}</code> of the {by}
          {reason !== undefined && `: ${reason}`}
        </li>
      ))}
    </ul>
  );
}

/** What was said, as far as it is kept. */
function Content({
  value,
  isCut = false,
}: {
  readonly value: unknown;
  readonly isCut?: true | undefined | false;
}): ReactNode {
  return (
    <>
      <Json value={value} />
      {isCut && <small>Only the beginning is kept.</small>}
    </>
  );
}
