import type { ReactNode } from 'react';
import type { Draft } from './draft.ts';
import type { FormField } from './form-field.ts';

export interface FieldProps<Kind extends FormField['kind'] = FormField['kind']> {
  readonly field: Extract<FormField, { readonly kind: Kind }>;
  /** Where its value stands among the arguments: a JSON pointer. */
  readonly path: string;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

/** Draws the fields inside of a field. */
export type DrawField = (props: FieldProps) => ReactNode;

/** A name as a part of a JSON pointer (RFC 6901 §3). */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
