import { useId, type ReactNode } from 'react';
import styles from './choice.module.css';
import fields from './field.module.css';

/** A choice beside a list. */
export function Choice({
  label,
  value,
  options,
  all = 'All',
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** What stands for no choice. */
  readonly all?: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <div className={styles.choice}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <select
        id={id}
        className={`${String(fields.control)} ${String(styles.select)}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{all}</option>
        {!isKnown && <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
