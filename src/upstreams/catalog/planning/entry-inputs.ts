import type { EntryInput } from '../entry/server-json.js';

/** What whoever adds a server is asked for. */
export interface PlanInput {
  readonly name: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly default?: string;
  readonly choices?: readonly string[];
  readonly description?: string;
  readonly format?: 'number' | 'boolean' | 'filepath';
  /** It may be answered by a list. */
  readonly repeated?: true;
}

/** A text of an entry: what is fixed, and between it what is asked for. */
export type Piece = string | { readonly input: string };

/** A text that is left out where something optional of it has not been answered. */
export interface Slot {
  readonly pieces: readonly Piece[];
  readonly repeats?: true;
}

type Described = EntryInput & { readonly variables?: Readonly<Record<string, EntryInput>> | undefined };

/** Gathers what an entry asks for. Each has a name of its own. */
export class EntryInputs {
  readonly list: PlanInput[] = [];

  /** A value as an entry describes it: fixed, put together of variables, or asked for under `name`. */
  slot(name: string, described: Described, { isRepeated = false, isSecret = false } = {}): Slot {
    const { value, variables = {} } = described;
    if (value === undefined) {
      const input = this.add(name, described, { isRepeated, isSecret });
      return { pieces: [{ input }], ...(isRepeated ? { repeats: true } : {}) };
    }
    return { pieces: this.pieces(value, variables) };
  }

  /** A text with `{name}` in it for each of the variables; any other brace is text. */
  pieces(text: string, variables: Readonly<Record<string, EntryInput>>): Piece[] {
    const names = new Map<string, string>();
    return text.split(/(\{[^{}]*\})/).flatMap((part): Piece[] => {
      const name = part.startsWith('{') ? part.slice(1, -1) : '';
      const described = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (described === undefined) return part === '' ? [] : [part];
      if (described.value !== undefined) return [described.value];
      const input = names.get(name) ?? this.add(name, described, {});
      names.set(name, input);
      return [{ input }];
    });
  }

  private add(
    name: string,
    { isRequired = false, isSecret, description, choices, format, ...described }: EntryInput,
    marks: { readonly isRepeated?: boolean; readonly isSecret?: boolean },
  ): string {
    const unique = this.unique(name);
    this.list.push({
      ...{ name: unique, required: isRequired, secret: isSecret ?? marks.isSecret ?? false },
      ...(described.default === undefined ? {} : { default: described.default }),
      ...(choices === undefined || choices.length === 0 ? {} : { choices }),
      ...(description === undefined ? {} : { description }),
      ...(format === undefined || format === 'string' ? {} : { format }),
      ...(marks.isRepeated === true ? { repeated: true } : {}),
    });
    return unique;
  }

  private unique(name: string): string {
    const isTaken = (candidate: string) => this.list.some((input) => input.name === candidate);
    let unique = name;
    for (let count = 2; isTaken(unique); count++) unique = `${name}-${String(count)}`;
    return unique;
  }
}
