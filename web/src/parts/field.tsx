import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';

interface FieldFrame {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value. */
  readonly fault?: string | undefined;
}

interface Wiring {
  readonly id: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
}

/** Label, control, hint and fault, tied together. */
function Field({
  label,
  hint,
  fault,
  required = false,
  children,
}: FieldFrame & {
  readonly required?: boolean | undefined;
  readonly children: (wiring: Wiring) => ReactNode;
}): ReactNode {
  const id = useId();
  const describedBy = [hint === undefined ? '' : `${id}-hint`, fault === undefined ? '' : `${id}-fault`];
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className={styles.needed} aria-hidden="true">
            {' '}
            needed
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

type InputProps = FieldFrame & Omit<ComponentProps<'input'>, 'id' | 'className'>;

export function TextField({ label, hint, fault, required, ...rest }: InputProps): ReactNode {
  return (
    <Field label={label} hint={hint} fault={fault} required={required}>
      {(wiring) => (
        <input
          {...rest}
          {...wiring}
          aria-required={required === true ? true : undefined}
          className={styles.control}
        />
      )}
    </Field>
  );
}

type AreaProps = FieldFrame &
  Omit<ComponentProps<'textarea'>, 'id' | 'className'> & { readonly code?: boolean };

export function TextArea({ label, hint, fault, required, code = false, ...rest }: AreaProps): ReactNode {
  return (
    <Field label={label} hint={hint} fault={fault} required={required}>
      {(wiring) => (
        <textarea
          rows={3}
          {...rest}
          {...wiring}
          aria-required={required === true ? true : undefined}
          className={`${String(styles.control)} ${code ? String(styles.code) : ''}`}
          spellCheck={code ? false : undefined}
        />
      )}
    </Field>
  );
}

type SelectProps = FieldFrame & Omit<ComponentProps<'select'>, 'id' | 'className'>;

export function SelectField({ label, hint, fault, required, children, ...rest }: SelectProps): ReactNode {
  return (
    <Field label={label} hint={hint} fault={fault} required={required}>
      {(wiring) => (
        <select
          {...rest}
          {...wiring}
          aria-required={required === true ? true : undefined}
          className={styles.control}
        >
          {children}
        </select>
      )}
    </Field>
  );
}

/** A search field above a list. */
export function FilterField({
  value,
  onChange,
  label = 'Filter',
  type = 'search',
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  readonly type?: 'search' | 'text';
}): ReactNode {
  return (
    <input
      type={type}
      className={`${String(styles.control)} ${String(styles.filter)}`}
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
