import type { ReactNode } from 'react';
import { isGroup } from './draft.ts';
import { pointerPart, type DrawField, type FieldProps } from './field-props.ts';
import styles from './schema-form.module.css';

/** The members of an object, as a group of its name. */
export function GroupView({
  field,
  path,
  draft,
  onChange,
  draw: Draw,
}: FieldProps<'group'> & { readonly draw: DrawField }): ReactNode {
  const group = isGroup(draft) ? draft : {};
  return (
    <fieldset className={styles.group}>
      <legend>{field.label}</legend>
      {field.description !== undefined && <p className={styles.hint}>{field.description}</p>}
      {field.fields.map((inner) => (
        <Draw
          key={inner.name}
          field={inner}
          path={`${path}/${pointerPart(inner.name)}`}
          draft={group[inner.name]}
          onChange={(changed) => onChange({ ...group, [inner.name]: changed })}
        />
      ))}
    </fieldset>
  );
}
