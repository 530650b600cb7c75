import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ToolChange } from '../../api/models.ts';
import { api } from '../../api/client.ts';
import { useMe } from '../../frame/me-context.ts';
import { useNews } from '../../frame/news.tsx';
import { Button } from '../../parts/button.tsx';
import { Card, Row } from '../../parts/layout.tsx';
import { plainText } from '../../parts/plain-text.ts';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { useAction } from '../../parts/use-action.ts';
import styles from './server.module.css';
import { appOf, useDrift } from './use-drift.ts';

/** What a tool said when it was accepted, and what it says now. */
export function ChangeRegion({
  handle,
  change,
}: {
  readonly handle: string;
  readonly change: ToolChange;
}): ReactNode {
  const me = useMe();
  const client = useQueryClient();
  const tell = useNews();
  const { set } = useDrift(handle);
  const of = appOf(handle);
  const accept = useAction(async () => {
    if (of === undefined) return;
    await api.POST('/api/cli/apps/{app}/tools/accept', {
      params: { path: { app: of.app } },
      body: { server: of.name, tools: [change.tool], ...(set === undefined ? {} : { set }) },
    });
    tell(`${change.tool} is accepted as it is now.`);
    await client.invalidateQueries({ queryKey: ['get', '/api/cli/apps/{app}/tools/drift'] });
  });
  return (
    <Card title="Change" named>
      <p>
        {change.kind === 'added' ? 'It is new' : 'It has changed'} since it was accepted (
        {change.members.join(', ')}).
        {change.blocked && ' Nobody can call it until it is accepted.'}
      </p>
      <div className={styles.diff}>
        <div>
          <h3>Accepted</h3>
          <pre>{plainText(change.before ?? 'It was not there.')}</pre>
        </div>
        <div>
          <h3>Now</h3>
          <pre>{plainText(change.after ?? 'It is gone.')}</pre>
        </div>
      </div>
      {me.may('apps:write') && (
        <Row>
          <Button busy={accept.busy} onClick={() => void accept.run()}>
            Accept
          </Button>
        </Row>
      )}
      <TroubleAlert error={accept.error} />
    </Card>
  );
}
