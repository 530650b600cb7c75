import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Approval } from '../../api/models.ts';
import { useNews } from '../../frame/news.tsx';
import { Facts, Stack } from '../../parts/layout.tsx';
import { When } from '../../parts/time.tsx';
import { Json } from '../../results/content-view.tsx';
import { Decision } from './decision.tsx';
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
  const name = caller.email ?? caller.name ?? caller.id;
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
      <h3>Arguments</h3>
      <Json value={args} />
      <p>
        <a href={url}>Look at it on a page of its own, or change the arguments</a>
      </p>
      <Decision
        onNote={onNote}
        onAnswer={async (approved, note) => {
          await decideCall(client, { id, approved, note });
          tell(approved ? 'Approved: the call may be made, once.' : 'Denied.');
        }}
      />
    </Stack>
  );
}
