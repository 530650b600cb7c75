import { useId, type ReactNode } from 'react';
import { SelectField, TextArea, TextField } from '../parts/field.tsx';
import type { FieldProps } from './field-props.ts';
import { useFault } from './form-context.ts';
import { GroupView } from './group-view.tsx';
import { ListView } from './list-view.tsx';
import styles from './schema-form.module.css';

/** A field as its kind is filled in. */
export function FieldView({ field, path, draft, onChange }: FieldProps): ReactNode {
  const fault = useFault(path);
  const common = { label: field.label, hint: field.description, fault, required: field.required };
  const text = typeof draft === 'string' ? draft : '';
  switch (field.kind) {
    case 'group':
      return <GroupView {...{ field, path, draft, onChange }} draw={FieldView} />;
    case 'list':
      return <ListView {...{ field, path, draft, onChange }} draw={FieldView} />;
    case 'switch':
      return <SwitchView {...{ field, path, draft, onChange }} />;
    case 'choice':
      return (
        <SelectField {...common} value={text} onChange={(event) => onChange(event.target.value)}>
          {(!field.required || text === '') && (
            <option value="">{field.required ? 'Choose …' : 'Not sent'}</option>
          )}
          {field.options.map(({ label }, index) => (
            <option key={index} value={String(index)}>
              {label}
            </option>
          ))}
        </SelectField>
      );
    case 'number':
      return (
        <TextField
          {...common}
          inputMode={field.isInteger ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'json':
      return (
        <TextArea
          {...common}
          hint={field.description ?? 'JSON'}
          code
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'text':
      return field.isLong || text.includes('\n') ? (
        <TextArea {...common} rows={4} value={text} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <TextField
          {...common}
          type={inputTypes[field.format ?? ''] ?? 'text'}
          autoComplete={field.format === 'password' ? 'new-password' : 'off'}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

/** What a browser can help with; anything else is a text, also dates, whose fields take part of a format only. */
const inputTypes: Readonly<Record<string, string>> = { password: 'password', email: 'email', uri: 'url' };

function SwitchView({ field, path, draft, onChange }: FieldProps<'switch'>): ReactNode {
  const id = useId();
  const fault = useFault(path);
  const described = [field.description !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`];
  return (
    <div className={styles.switch}>
      <input
        id={id}
        type="checkbox"
        checked={draft === true}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
        aria-required={field.required || undefined}
        aria-invalid={fault !== undefined || undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{field.label}</label>
        {field.description !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {field.description}
          </p>
        )}
        {fault !== undefined && (
          <p id={`${id}-fault`} className={styles.fault}>
            {fault}
          </p>
        )}
      </div>
    </div>
  );
}
