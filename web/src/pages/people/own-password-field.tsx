import type { ReactNode } from 'react';
import { useMe } from '../../frame/me-context.ts';
import { TextField } from '../../parts/field.tsx';

/** Asks for one's own password once more; whose it is stands there for the browser that keeps it. */
export function OwnPasswordField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const { email } = useMe();
  return (
    <>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </>
  );
}
