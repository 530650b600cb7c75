import { useEffect, useState, type ReactNode } from 'react';
import type { Tool } from '../../api/models.ts';
import { curl, gantry } from '../../api/shell.ts';
import { Failed, NotFound } from '../../frame/lost.tsx';
import { useMe } from '../../frame/me-context.ts';
import { useNews, useStanding } from '../../frame/news.tsx';
import { Page } from '../../frame/page.tsx';
import { usePath } from '../../frame/use-path.ts';
import { Button } from '../../parts/button.tsx';
import { Bones, Card, Facts, Stack } from '../../parts/layout.tsx';
import { plainText } from '../../parts/plain-text.ts';
import { TroubleAlert } from '../../parts/trouble-alert.tsx';
import { Json } from '../../results/content-view.tsx';
import { asksBack, QuestionsView } from '../../results/questions-view.tsx';
import { ResultView } from '../../results/result-view.tsx';
import { callBody } from '../../results/run-tool.ts';
import { useToolRun } from '../../results/use-tool-run.ts';
import { SchemaForm } from '../../schema-form/schema-form.tsx';
import { ChangeRegion } from './change-region.tsx';
import { RunProgress } from './run-progress.tsx';
import styles from './server.module.css';
import { ServerTabs } from './server-tabs.tsx';
import { useDrift } from './use-drift.ts';
import { TurnOff } from './tool-switch.tsx';
import { titleOf, useTools } from './use-tools.ts';
import { WhoMay } from './who-may.tsx';

/** One tool: what it says of itself, and a form that runs it. */
export function ToolPage(): ReactNode {
  const { handle = '', tool: name = '' } = usePath();
  const { data, isPending, error } = useTools(handle, (tools) => tools.some((tool) => tool.name === name));
  const [sent, setSent] = useState('{}');
  const { changes } = useDrift(handle);
  const change = changes.find((it) => it.tool === name || it.name === name);
  const tool = data?.tools.find((it) => it.name === name);
  if (error !== null && data === undefined)
    return <Failed error={error} title={name} what={`server "${handle}"`} />;
  if (tool === undefined && data?.isComplete === true)
    return <NotFound what={`tool "${name}" at the server "${handle}"`} />;
  const path = `/api/servers/${encodeURIComponent(handle)}/mcp/call`;
  return (
    <Page
      title={tool === undefined ? name : titleOf(tool)}
      lead={
        <>
          <code>{name}</code> of {handle}
        </>
      }
      busy={isPending || tool === undefined}
      wide
      tabs={<ServerTabs handle={handle} />}
      command={{
        gantry: gantry('call', name, sent !== '{}' && sent, '--server', handle),
        curl: curl(path, { text: callBody(name, sent) }),
      }}
    >
      {tool === undefined ? (
        <Bones />
      ) : (
        <>
          {change !== undefined && <ChangeRegion handle={handle} change={change} />}
          <Parts key={`${handle} ${name}`} handle={handle} tool={tool} onChange={setSent} />
        </>
      )}
    </Page>
  );
}

function Parts({
  handle,
  tool,
  onChange,
}: {
  readonly handle: string;
  readonly tool: Tool;
  readonly onChange: (argumentsText: string) => void;
}): ReactNode {
  const me = useMe();
  const { busy, progress, result, error, ms, run, cancel } = useToolRun(handle, tool.name);
  const [lastArguments, setLastArguments] = useState('{}');
  const tell = useNews();
  useEffect(() => () => onChange('{}'), [onChange]);
  useStanding(busy ? 'The tool runs.' : undefined);
  return (
    <div className={styles.columns}>
      <Stack>
        <Card title="Run">
          {me.may('tools:call') ? (
            <SchemaForm
              label="Run"
              keepAs={`run ${handle} ${tool.name}`}
              schema={tool.inputSchema}
              submit="Run"
              busy={busy}
              onChange={onChange}
              onSubmit={(text) => {
                setLastArguments(text);
                void run(text);
              }}
            >
              {busy && (
                <Button
                  onClick={() => {
                    cancel();
                    tell('The run is cancelled.');
                  }}
                >
                  Cancel
                </Button>
              )}
            </SchemaForm>
          ) : (
            <p>Your role does not run tools.</p>
          )}
          {busy && <RunProgress progress={progress} />}
          <TroubleAlert error={error} />
        </Card>
        {result !== undefined && asksBack(result) ? (
          <QuestionsView result={result} onAnswer={(more) => void run(lastArguments, more)} />
        ) : (
          result !== undefined && <ResultView result={result} ms={ms} />
        )}
      </Stack>
      <About handle={handle} tool={tool} />
    </div>
  );
}

function About({ handle, tool }: { readonly handle: string; readonly tool: Tool }): ReactNode {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = (tool.annotations ??
    {}) as Readonly<Record<string, unknown>>;
  const says = (hint: unknown, yes: string, no: string): string =>
    hint === undefined ? 'does not say' : hint === true ? yes : no;
  return (
    <Card title="About">
      <p className={styles.prose}>{plainText(tool.description ?? 'It does not describe itself.')}</p>
      <Facts
        rows={[
          ['Who may', <WhoMay key="who" handle={handle} />],
          ['Changes things', says(readOnlyHint, 'no, it only reads', 'yes')],
          ['Destroys things', says(destructiveHint, 'it can', 'no')],
          ['Can be repeated', says(idempotentHint, 'yes, with the same effect', 'each time does more')],
          ['Reaches outside', says(openWorldHint, 'yes', 'no')],
        ]}
      />
      <TurnOff handle={handle} tool={tool.name} />
      <details className={styles.schema}>
        <summary>Schema of the arguments</summary>
        <Json value={tool.inputSchema} />
      </details>
      {tool.outputSchema !== undefined && (
        <details className={styles.schema}>
          <summary>Schema of the result</summary>
          <Json value={tool.outputSchema} />
        </details>
      )}
    </Card>
  );
}
