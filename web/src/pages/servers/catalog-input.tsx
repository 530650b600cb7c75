import type { ReactNode } from 'react';
import type { CatalogInput } from '../../api/models.ts';
import { SelectField, TextArea, TextField } from '../../parts/field.tsx';

/** A field for something that a server asks for. */
export function CatalogInputField({
  input: { name, description, required, secret, choices, repeated },
  value,
  fault,
  onChange,
}: {
  readonly input: CatalogInput;
  readonly value: string;
  readonly fault: string | undefined;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const common = { label: name, hint: description, required, fault, value };
  if (choices !== undefined)
    return (
      <SelectField {...common} onChange={({ target }) => onChange(target.value)}>
        {(!required || value === '') && <option value="">{required ? 'Choose …' : 'Not sent'}</option>}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectField>
    );
  if (repeated === true)
    return (
      <TextArea
        {...common}
        hint={`${description ?? ''} One a line.`.trim()}
        code
        onChange={({ target }) => onChange(target.value)}
      />
    );
  return (
    <TextField
      {...common}
      type={secret ? 'password' : 'text'}
      autoComplete={secret ? 'new-password' : 'off'}
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
