import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { TextArea } from '../parts/field.tsx';
import { groupDraft, type DraftGroup, type FieldFault } from './draft.ts';
import { pointerPart } from './field-props.ts';
import { FieldView } from './field-view.tsx';
import { FaultsProvider } from './form-context.ts';
import { formFields } from './form-field.ts';
import { isObject, type JsonSchema } from './json-schema.ts';
import { keepForm, keptForm } from './kept-forms.ts';
import { readForm } from './read-draft.ts';
import styles from './schema-form.module.css';

const noFaults: readonly FieldFault[] = [];

/**
 * A form made from a JSON Schema. `onSubmit` gets the arguments as JSON text: what is written as JSON passes with each digit of its numbers.
 * `onChange` gets what stands there so far: what is wrong or left empty is not in it.
 */
export function SchemaForm({
  label,
  schema,
  submit,
  busy,
  keepAs,
  onSubmit,
  onChange,
  children,
}: {
  readonly label: string;
  readonly schema: JsonSchema;
  /** The name of the button. */
  readonly submit: string;
  readonly busy: boolean;
  /** Under this name what stands in it is there again when somebody comes back. */
  readonly keepAs?: string;
  readonly onSubmit: (argumentsText: string) => void;
  readonly onChange?: (argumentsText: string) => void;
  /** Beside the button. */
  readonly children?: ReactNode;
}): ReactNode {
  const fields = useMemo(() => formFields(schema), [schema]);
  const [before] = useState(() => keptForm(keepAs));
  const [draft, setDraft] = useState<DraftGroup>(() => before?.draft ?? groupDraft(fields ?? [], undefined));
  const [asJson, setAsJson] = useState(fields === undefined || before?.asJson === true);
  const [text, setText] = useState(before?.text ?? '{}');
  const [faults, setFaults] = useState(noFaults);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (faults.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);

  const read = (): { text: string; faults: readonly FieldFault[] } => {
    if (asJson) return { text, faults: faultsOf(text) };
    const { value, faults: found } = readForm(fields ?? [], draft);
    return { text: JSON.stringify(value ?? {}), faults: found };
  };
  const latest = useRef(onChange);
  latest.current = onChange;
  const ready = read();
  const soFar = asJson && ready.faults.length > 0 ? undefined : ready.text;
  useEffect(() => {
    if (soFar !== undefined) latest.current?.(soFar);
  }, [soFar]);
  const [first] = useState({ draft, asJson, text });
  useEffect(() => {
    const isTouched = draft !== first.draft || asJson !== first.asJson || text !== first.text;
    if (keepAs !== undefined && isTouched) keepForm(keepAs, { draft, asJson, text });
  }, [keepAs, first, draft, asJson, text]);

  const send = (event: { readonly preventDefault: () => void }): void => {
    event.preventDefault();
    if (busy) return;
    setFaults(ready.faults.length === 0 ? noFaults : [...ready.faults]);
    if (ready.faults.length === 0) onSubmit(ready.text);
  };
  const toggle = (): void => {
    if (!asJson) setText(JSON.stringify(JSON.parse(ready.text), null, 2));
    else if (faultsOf(text).length === 0) setDraft(groupDraft(fields ?? [], JSON.parse(text)));
    setFaults(noFaults);
    setAsJson(!asJson);
  };
  return (
    <form ref={form} aria-label={label} className={styles.form} onSubmit={send} noValidate>
      <FaultsProvider value={faults}>
        {asJson ? (
          <TextArea
            label="Arguments"
            hint="JSON, as it will be sent."
            fault={faults[0]?.text}
            code
            rows={8}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        ) : (
          <>
            {fields?.length === 0 && <p className={styles.hint}>There is nothing to fill in.</p>}
            {fields?.map((field) => (
              <FieldView
                key={field.name}
                field={field}
                path={`/${pointerPart(field.name)}`}
                draft={draft[field.name]}
                onChange={(changed) => setDraft((before) => ({ ...before, [field.name]: changed }))}
              />
            ))}
          </>
        )}
      </FaultsProvider>
      <div className={styles.actions}>
        <Button kind="main" type="submit" busy={busy}>
          {submit}
        </Button>
        {children}
        {fields !== undefined && (
          <Button kind="quiet" small aria-pressed={asJson} onClick={toggle}>
            JSON
          </Button>
        )}
      </div>
    </form>
  );
}

function faultsOf(text: string): readonly FieldFault[] {
  try {
    return isObject(JSON.parse(text))
      ? noFaults
      : [{ path: '', text: 'The arguments are an object: { … }.' }];
  } catch (error) {
    return [{ path: '', text: `This is not JSON: ${error instanceof Error ? error.message : ''}` }];
  }
}
