import type { DraftGroup } from './draft.ts';

/** What stands in a form. */
export interface FormState {
  readonly draft: DraftGroup;
  readonly asJson: boolean;
  readonly text: string;
}

const kept = new Map<string, FormState>();
const mostKept = 50;

/** What stood in a form when its page was left; in this tab alone, and nowhere once it is loaded again: it may be secret. */
export function keptForm(name: string | undefined): FormState | undefined {
  return name === undefined ? undefined : kept.get(name);
}

export function keepForm(name: string, state: FormState): void {
  kept.delete(name);
  kept.set(name, state);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}
