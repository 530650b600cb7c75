import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { TextArea } from '../../parts/field.tsx';
import { Json } from '../../results/content-view.tsx';
import styles from './approvals.module.css';
import { readJson } from '../workflows/read-json.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** More digits than browsers keep. */
const longNumber = /(?<!["\w.])-?\d[\d.]{15,}(?![\w"])/;

/** The arguments of a call that waits, and others in their place: `undefined` as long as nobody has written any. */
export function EditedArguments({
  args,
  text,
  fault,
  onChange,
}: {
  readonly args: Arguments;
  readonly text: string | undefined;
  readonly fault: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [wasOpened, setOpened] = useState(false);
  const isOpen = text !== undefined;
  useEffect(() => {
    if (isOpen && wasOpened) place.current?.querySelector('textarea')?.focus();
  }, [isOpen, wasOpened, fault]);
  return isOpen ? (
    <div ref={place} className={styles.arguments}>
      <TextArea
        label="Arguments"
        hint="The call is made with these. Rules and hooks look at them first."
        code
        rows={Math.min(16, text.split('\n').length + 1)}
        fault={fault}
        value={text}
        onChange={({ target: { value } }) => onChange(value)}
      />
      <Button small kind="quiet" onClick={() => onChange(undefined)}>
        As they were
      </Button>
    </div>
  ) : (
    <div ref={place} className={styles.arguments}>
      <h3>Arguments</h3>
      <Json value={args} />
      <Button
        small
        kind="quiet"
        onClick={() => {
          setOpened(true);
          onChange(JSON.stringify(args, null, 2));
        }}
      >
        Change the arguments
      </Button>
    </div>
  );
}

/** What somebody has written in place of the arguments; `{}` when that is nothing else than they are. */
export function readArguments(
  text: string | undefined,
  args: Arguments,
): { readonly arguments?: Arguments; readonly fault?: string } {
  if (text === undefined || text === JSON.stringify(args, null, 2)) return {};
  const { value, fault } = readJson(text);
  if (fault !== undefined) return { fault };
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { fault: 'Arguments are an object: { "name": "value" }.' };
  if (longNumber.test(text))
    return { fault: 'A number has more digits than this page keeps. Change it on the page of the approval.' };
  return { arguments: value as Arguments };
}
