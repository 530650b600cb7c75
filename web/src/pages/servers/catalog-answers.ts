import type { CatalogInput } from '../../api/models.ts';

/** What stands in the fields of a plan, by the name of the input; of a repeated one, a value a line. */
export type AnswerDraft = Readonly<Record<string, string>>;

export function firstAnswers(inputs: readonly CatalogInput[]): AnswerDraft {
  return Object.fromEntries(inputs.map(({ name, default: preset = '' }) => [name, preset]));
}

/** What is sent: what is left empty is not. */
export function answersOf(
  inputs: readonly CatalogInput[],
  draft: AnswerDraft,
): Record<string, string | string[]> {
  return Object.fromEntries(
    inputs.flatMap(({ name, repeated }) => {
      const text = draft[name] ?? '';
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      const value = repeated === true ? lines : text;
      return value.length === 0 ? [] : [[name, value]];
    }),
  );
}

/** Inputs that must have an answer and have none. */
export function missingAnswers(inputs: readonly CatalogInput[], draft: AnswerDraft): Record<string, string> {
  return Object.fromEntries(
    inputs
      .filter(({ name, required }) => required && (draft[name] ?? '').trim() === '')
      .map(({ name }) => [name, 'It is needed.']),
  );
}

/** What the gateway finds wrong, by input; a pointer is `/inputs/NAME`. */
export function faultsByInput(
  errors: readonly { readonly pointer: string; readonly detail: string }[],
): Record<string, string> {
  return Object.fromEntries(
    errors
      .filter(({ pointer }) => pointer.startsWith('/inputs/'))
      .map(({ pointer, detail }) => [
        pointer.slice('/inputs/'.length).replaceAll('~1', '/').replaceAll('~0', '~'),
        `It ${detail}.`,
      ]),
  );
}

/** What the gateway finds wrong with the name. */
export function faultOfName(
  errors: readonly { readonly pointer: string; readonly detail: string }[],
): string | undefined {
  const found = errors.find(({ pointer }) => pointer === '/as');
  return found === undefined ? undefined : `It ${found.detail}.`;
}
