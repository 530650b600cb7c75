import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Approval } from '../../api/models.ts';
import { useNews } from '../../frame/news.tsx';
import { Facts, Stack } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { Decision } from './decision.tsx';
import { EditedArguments, readArguments } from './edited-arguments.tsx';
import { decideCall } from './waiting-calls.ts';

/** A call that waits: what would run, with which arguments, and who asks. */
export function WaitingCall({
  call: { id, tool, server, caller, reason, runId, url, arguments: args, createdAt, expiresAt },
  onNote,
}: {
  readonly call: Approval;
  readonly onNote: ((note: string) => void) | undefined;
}): ReactNode {
  const client = useQueryClient();
  const tell = useNews();
  const [text, setText] = useState<string>();
  const [fault, setFault] = useState<string>();
  const name =
    caller.email !== undefined && caller.emailVerified === false
      ? `${caller.email}, not verified`
      : (caller.email ?? caller.name ?? caller.id);
  return (
    <Stack tight>
      <h2>{tool}</h2>
      <Facts
        rows={[
          ['Server', server],
          [
            'Asked by',
            caller.kind === 'user' ? name : `${caller.kind === 'key' ? 'key' : 'program of'} ${name}`,
          ],
          runId === undefined ? undefined : ['Run', runId],
          reason === null ? undefined : ['Reason', reason],
          ['Waits since', <When key="since" at={createdAt} />],
          ['Until', <When key="until" at={expiresAt} />],
        ]}
      />
      <EditedArguments
        args={args}
        text={text}
        fault={fault}
        onChange={(written) => {
          setFault(undefined);
          setText(written);
        }}
      />
      <p>
        <a href={url}>Look at it on a page of its own</a>
      </p>
      <Decision
        onNote={onNote}
        onAnswer={async (approved, note) => {
          const read = readArguments(text, args);
          if (approved) setFault(read.fault);
          if (approved && read.fault !== undefined) return;
          await decideCall(client, { id, approved, note, arguments: read.arguments });
          tell(approved ? 'Approved: the call may be made, once.' : 'Denied.');
        }}
      />
    </Stack>
  );
}
