import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Server, Tool } from '../../api/models.ts';
import { useAddress } from '../../frame/use-address.ts';
import { FilterField } from '../../parts/field.tsx';
import { Bones, Empty, Stack, Toolbar } from '../../parts/layout.tsx';
import { LongList } from '../../parts/long-list.tsx';
import { plainText } from '../../parts/plain-text.ts';
import { StateWord } from '../../parts/state-word.tsx';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import styles from './server.module.css';
import { useDrift } from './use-drift.ts';
import { TurnedOff } from './tool-switch.tsx';
import { ToolKind } from './tool-kind.tsx';
import { titleOf, useTools } from './use-tools.ts';

/** What the server can do. */
export function ToolsSection({ server: { handle } }: { readonly server: Server }): ReactNode {
  const { data, error, failureReason } = useTools(handle);
  const { changes } = useDrift(handle);
  const [{ q = '' }, change] = useAddress();
  const wanted = q.trim().toLowerCase();
  const tools = data?.tools ?? [];
  const shown = tools.filter(
    (tool) =>
      wanted === '' ||
      `${tool.name} ${titleOf(tool)} ${tool.description ?? ''}`.toLowerCase().includes(wanted),
  );
  const trouble = error ?? failureReason;
  if (data === undefined) return trouble === null ? <Bones /> : <TroubleAlert error={trouble} />;
  if (tools.length === 0)
    return (
      <Empty title="This server has no tools">
        <p>It may have resources or prompts, or the policy of the app hides its tools.</p>
        <TurnedOff handle={handle} />
      </Empty>
    );
  const count =
    shown.length === tools.length
      ? `${String(tools.length)} tools${data.isComplete ? '' : ' so far'}`
      : `${String(shown.length)} of ${String(tools.length)} tools`;
  return (
    <Stack tight>
      <Toolbar end={count}>
        <FilterField value={q} onChange={(value) => change({ q: value })} />
      </Toolbar>
      {shown.length === 0 ? (
        <Empty title="No tool fits this filter" />
      ) : (
        <LongList label="Tools" items={shown} keyOf={({ name }) => name}>
          {(tool) => (
            <ToolItem
              handle={handle}
              tool={tool}
              isChanged={changes.some((changed) => changed.tool === tool.name || changed.name === tool.name)}
            />
          )}
        </LongList>
      )}
      <TurnedOff handle={handle} />
    </Stack>
  );
}

function ToolItem({
  handle,
  tool,
  isChanged,
}: {
  readonly handle: string;
  readonly tool: Tool;
  readonly isChanged: boolean;
}): ReactNode {
  return (
    <div className={styles.tool}>
      <div className={styles.toolHead}>
        <Link to="/servers/$handle/tools/$tool" params={{ handle, tool: tool.name }}>
          {titleOf(tool)}
        </Link>
        {titleOf(tool) !== tool.name && <code>{plainText(tool.name)}</code>}
        {isChanged && <StateWord tone="busy">Changed</StateWord>}
        <ToolKind tool={tool} />
      </div>
      {tool.description !== undefined && <p className={styles.line}>{plainText(tool.description)}</p>}
    </div>
  );
}
