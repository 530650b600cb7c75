import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { Row } from '../../parts/layout.tsx';
import { StateWord, type Tone } from '../../parts/state-word.tsx';
import { Json } from '../../results/content-view.tsx';
import { asksForApproval, toolNameOf, type Message, type Part } from './chat-message.ts';
import styles from './chat.module.css';

type Decide = (toolCallId: string, approved: boolean) => void;

/** What was said, with the tools that ran for it. */
export function Conversation({
  messages,
  busy,
  onDecide,
}: {
  readonly messages: readonly Message[];
  readonly busy: boolean;
  readonly onDecide: Decide;
}): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What it answers in newer browsers, a promise, is nothing for React.
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [messages]);
  return (
    <div role="log" aria-label="Conversation" aria-busy={busy} className={styles.log}>
      {messages.length === 0 && (
        <p className={styles.quiet}>Nothing is said yet. It is kept on this page alone.</p>
      )}
      {messages.map(({ id, role, parts }) => (
        <div key={id} className={role === 'user' ? styles.mine : styles.theirs}>
          <span className="hidden">{role === 'user' ? 'You:' : 'Model:'}</span>
          {parts.map((part, index) => (
            <PartView key={index} part={part} onDecide={onDecide} />
          ))}
        </div>
      ))}
      <div ref={end} />
    </div>
  );
}

function PartView({ part, onDecide }: { readonly part: Part; readonly onDecide: Decide }): ReactNode {
  if (part.type === 'text') return <p className={styles.text}>{part.text}</p>;
  if (part.type === 'reasoning')
    return part.text === undefined || part.text === '' ? null : (
      <details>
        <summary>Thinking</summary>
        <p className={styles.text}>{part.text}</p>
      </details>
    );
  return part.toolCallId === undefined ? null : <ToolPart part={part} onDecide={onDecide} />;
}

const states: Readonly<Record<string, { readonly word: string; readonly tone: Tone }>> = {
  'input-streaming': { word: 'Running', tone: 'busy' },
  'input-available': { word: 'Running', tone: 'busy' },
  'approval-requested': { word: 'Asks you', tone: 'busy' },
  'approval-responded': { word: 'Answered', tone: 'busy' },
  'output-available': { word: 'Done', tone: 'good' },
  'output-error': { word: 'Failed', tone: 'bad' },
  'output-denied': { word: 'Denied', tone: 'off' },
};

function ToolPart({ part, onDecide }: { readonly part: Part; readonly onDecide: Decide }): ReactNode {
  const { toolCallId = '', state = '', input, output, errorText } = part;
  const { word, tone } = states[state] ?? { word: state, tone: 'busy' };
  const asks = asksForApproval(part);
  return (
    <section className={styles.tool} aria-label={`Tool ${toolNameOf(part)}`}>
      <Row>
        <code>{toolNameOf(part)}</code>
        <StateWord tone={tone}>{word}</StateWord>
      </Row>
      {asks ? (
        <Json value={input ?? {}} />
      ) : (
        <details>
          <summary>Arguments and result</summary>
          <Json value={input ?? {}} />
          {output !== undefined && <Json value={output} />}
        </details>
      )}
      {errorText !== undefined && <p>{errorText}</p>}
      {asks && (
        <Row>
          <Button onClick={() => onDecide(toolCallId, false)}>Deny</Button>
          <Button kind="main" onClick={() => onDecide(toolCallId, true)}>
            Approve
          </Button>
        </Row>
      )}
    </section>
  );
}
