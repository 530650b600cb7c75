import type { JsonObject } from '../../../kernel/json/json.js';
import type { Piece, PlanInput, Slot } from './entry-inputs.js';
import type { Answers } from './input-answers.js';

type Values = Readonly<Record<string, Slot>>;

/** An argument, or a flag and its value. */
export interface ArgumentSlot {
  readonly flag?: string;
  readonly value?: Slot;
}

/** What a server will be declared as, once all that is asked for has been answered. */
export type DeclarationTemplate =
  | {
      readonly kind: 'command';
      readonly command: string;
      /** Fixed. */
      readonly lead: readonly string[];
      readonly args: readonly ArgumentSlot[];
      readonly env: Values;
      readonly integrity?: string;
    }
  | { readonly kind: 'remote'; readonly type: 'http' | 'sse'; readonly url: Slot; readonly headers: Values };

/** The declaration with the answers in their places. Each argument stays one argument, whatever is in it. */
export function filledDeclaration(template: DeclarationTemplate, answers: Answers): JsonObject {
  if (template.kind === 'remote') {
    const { type, url, headers } = template;
    const values = valuesOf(headers, answers);
    return {
      ...{ type, url: textOf(url, answers) ?? '' },
      ...(Object.keys(values).length === 0 ? {} : { headers: values }),
    };
  }
  const { command, lead, args, env, integrity } = template;
  const values = valuesOf(env, answers);
  return {
    ...{ command, args: [...lead, ...args.flatMap((argument) => argumentsOf(argument, answers))] },
    ...(Object.keys(values).length === 0 ? {} : { env: values }),
    ...(integrity === undefined ? {} : { integrity }),
  };
}

/** The same for somebody who has yet to answer: `{name}` stands for what is asked for. */
export function planDeclaration(template: DeclarationTemplate, inputs: readonly PlanInput[]): JsonObject {
  return filledDeclaration(template, new Map(inputs.map(({ name }) => [name, [`{${name}}`]])));
}

function argumentsOf({ flag, value }: ArgumentSlot, answers: Answers): string[] {
  if (value === undefined) return flag === undefined ? [] : [flag];
  const [only] = value.pieces;
  const repeated = value.repeats === true && typeof only === 'object' ? answers.get(only.input) : undefined;
  const text = textOf(value, answers);
  const texts = repeated ?? (text === undefined ? [] : [text]);
  return texts.flatMap((one) => (flag === undefined ? [one] : [flag, one]));
}

function valuesOf(slots: Values, answers: Answers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(slots).flatMap(([name, slot]) => {
      const text = textOf(slot, answers);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** `undefined` while something of it has no answer. */
function textOf({ pieces }: Slot, answers: Answers): string | undefined {
  const texts = pieces.map((piece: Piece) =>
    typeof piece === 'string' ? piece : answers.get(piece.input)?.[0],
  );
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}
