import { replaceSubstitutions } from '../../kernel/text/foreign-text.js';

type Path = readonly PropertyKey[];

/** The value of an environment variable; `undefined` when it is not set. */
export type Variables = (name: string) => string | undefined;

export interface Expanded {
  readonly value: unknown;
  /** The variables that stand in it, by name. */
  readonly used: readonly (readonly [name: string, value: string])[];
}

/** Replaces `${env:NAME}` in every string of `value`, once; what it is replaced by is not looked at again. */
export function expandVariables(
  value: unknown,
  path: Path,
  variables: Variables,
  report: (path: Path, problem: string) => void,
): Expanded {
  const used = new Map<string, string>();
  const expandText = (text: string, at: Path) =>
    replaceSubstitutions(text, (within, whole) => {
      if (!within.startsWith('env:')) {
        if (/^[a-zA-Z]+:/.test(within)) report(at, `uses ${whole}; only \${env:NAME} is replaced here`);
        return whole;
      }
      const name = within.slice('env:'.length);
      const replacement = variables(name);
      if (replacement === undefined) report(at, `needs the environment variable ${name}, which is not set`);
      else used.set(name, replacement);
      return replacement ?? '';
    });
  const expand = (part: unknown, at: Path): unknown => {
    if (typeof part === 'string') return expandText(part, at);
    if (Array.isArray(part)) return part.map((item, index) => expand(item, [...at, index]));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, member]) => [key, expand(member, [...at, key])]),
    );
  };
  return { value: expand(value, path), used: [...used] };
}
