const redacted = '[secret]';
const inspect = Symbol.for('nodejs.util.inspect.custom');

/** A value that must not leak by accident: printing, logging or serialising it shows a placeholder. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  [inspect](): string {
    return redacted;
  }
}
