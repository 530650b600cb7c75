import { Plus } from 'lucide-react';
import { useId, useRef, type ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { draftOf, isList, type Draft } from './draft.ts';
import type { DrawField, FieldProps } from './field-props.ts';
import { useFault } from './form-context.ts';
import styles from './schema-form.module.css';

/** The items of an array, as a group of its name. */
export function ListView({
  field,
  path,
  draft,
  onChange,
  draw: Draw,
}: FieldProps<'list'> & { readonly draw: DrawField }): ReactNode {
  const items = isList(draft) ? draft : [];
  const fault = useFault(path);
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const change = (key: number, changed: Draft): void =>
    onChange(items.map((item) => (item.key === key ? { key, draft: changed } : item)));
  const remove = (key: number): void => {
    onChange(items.filter((item) => item.key !== key));
    // What had the focus is gone.
    group.current?.querySelector<HTMLButtonElement>('[data-add]')?.focus();
  };
  return (
    <fieldset
      ref={group}
      className={styles.group}
      aria-describedby={fault === undefined ? undefined : `${id}-fault`}
    >
      <legend>{field.label}</legend>
      {field.description !== undefined && <p className={styles.hint}>{field.description}</p>}
      {items.map(({ key, draft: inner }, index) => (
        <div key={key} className={styles.item}>
          <div className={styles.itemField}>
            <Draw
              field={{
                ...field.item,
                label: field.item.label === '' ? `${field.label} ${String(index + 1)}` : field.item.label,
              }}
              path={`${path}/${String(index)}`}
              draft={inner}
              onChange={(changed) => change(key, changed)}
            />
          </div>
          <Button kind="quiet" onClick={() => remove(key)}>
            Remove
          </Button>
        </div>
      ))}
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
      <div>
        <Button
          small
          data-add
          aria-invalid={fault !== undefined || undefined}
          onClick={() =>
            onChange([...items, { key: (items.at(-1)?.key ?? -1) + 1, draft: draftOf(field.item) }])
          }
        >
          <Plus size={14} aria-hidden="true" />
          Add
        </Button>
      </div>
    </fieldset>
  );
}
