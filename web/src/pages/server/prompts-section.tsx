import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Server } from '../../api/models.ts';
import { Bones, Empty } from '../../parts/layout.tsx';
import { LongList } from '../../parts/long-list.tsx';
import { plainText } from '../../parts/plain-text.ts';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import styles from './server.module.css';
import { usePrompts } from './use-prompts.ts';

/** What the server offers to say to a model. */
export function PromptsSection({ server: { handle } }: { readonly server: Server }): ReactNode {
  const { data, isPending, error } = usePrompts(handle);
  if (error !== null) return <TroubleAlert error={error} />;
  if (isPending) return <Bones />;
  if (data.length === 0)
    return (
      <Empty title="This server has no prompts">
        <p>Prompts are texts for a model that a server fills in.</p>
      </Empty>
    );
  return (
    <LongList label="Prompts" items={data} keyOf={({ name }) => name}>
      {(prompt) => (
        <div className={styles.tool}>
          <div className={styles.toolHead}>
            <Link to="/servers/$handle/prompts/$prompt" params={{ handle, prompt: prompt.name }}>
              {plainText(prompt.title ?? prompt.name)}
            </Link>
            {prompt.title !== undefined && <code>{prompt.name}</code>}
          </div>
          {prompt.description !== undefined && <p className={styles.line}>{plainText(prompt.description)}</p>}
        </div>
      )}
    </LongList>
  );
}
