import { useState, type ReactNode } from 'react';
import type { CallToolResult } from '../api/models.ts';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/layout.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Alert } from '../parts/trouble-alert.tsx';
import { durationInWords } from '../parts/time.tsx';
import { ContentView, Json } from './content-view.tsx';
import styles from './results.module.css';

/** What a tool answered. */
export function ResultView({
  result,
  ms,
}: {
  readonly result: CallToolResult;
  readonly ms?: number | undefined;
}): ReactNode {
  const [asJson, setAsJson] = useState(false);
  const blocks = result.content ?? [];
  const text = JSON.stringify(result, null, 2);
  return (
    <Card
      title="Result"
      named
      actions={
        <>
          {ms !== undefined && <small>{durationInWords(ms)}</small>}
          <Button kind="quiet" small aria-pressed={asJson} onClick={() => setAsJson(!asJson)}>
            JSON
          </Button>
          <CopyButton text={text} what="The result" />
        </>
      }
    >
      {result.isError === true && <Alert title="The tool reported an error" />}
      {asJson ? (
        <Json value={text} />
      ) : (
        <div className={styles.blocks}>
          {blocks.map((block, index) => (
            <ContentView key={index} block={block} />
          ))}
          {blocks.length === 0 && result.structuredContent !== undefined && (
            <Json value={result.structuredContent} />
          )}
          {blocks.length === 0 && result.structuredContent === undefined && <p>It answered with nothing.</p>}
        </div>
      )}
    </Card>
  );
}
