import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';

/** A place in a document: reads what is there, and notes what is wrong with it. */
export class Cursor {
  constructor(
    readonly value: unknown,
    private readonly path: readonly (string | number)[],
    private readonly faults: Fault[],
  ) {}

  get pointer(): string {
    return pointerTo(this.path);
  }

  get isPresent(): boolean {
    return this.value !== undefined;
  }

  /** Notes that something is wrong here. */
  fault(detail: string): void {
    this.faults.push({ pointer: this.pointer, detail });
  }

  /** A member of an object or an item of an array; of anything else none is present. */
  at(name: string | number): Cursor {
    const { value } = this;
    const isHere = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    const member = isHere ? (value as Readonly<Record<string | number, unknown>>)[name] : undefined;
    return new Cursor(member, [...this.path, name], this.faults);
  }

  /** The members of an object, each as a place. */
  members(): readonly (readonly [string, Cursor])[] {
    return isJsonObject(this.value) ? Object.keys(this.value).map((name) => [name, this.at(name)]) : [];
  }

  items(): readonly Cursor[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : [];
  }

  /** The object here; its members must be among `names`. */
  object(names?: readonly string[]): JsonObject | undefined {
    if (!isJsonObject(this.value)) {
      this.fault('must be an object');
      return undefined;
    }
    for (const [name, member] of this.members())
      if (names?.includes(name) === false)
        member.fault(`is not supported here; there may be ${names.join(', ')}`);
    return this.value;
  }

  /** Text of at most `max` characters that the form, if there is one, matches. */
  text(max = 8192, form?: RegExp): string | undefined {
    const { value } = this;
    if (!this.must(typeof value === 'string' && value !== '', 'must be a text')) return undefined;
    const text = value as string;
    if (!this.must(text.length <= max, `must have at most ${String(max)} characters`)) return undefined;
    return this.must(form?.test(text) !== false, `must match ${form?.source ?? ''}`) ? text : undefined;
  }

  optionalText(max?: number): string | undefined {
    return this.isPresent ? this.text(max) : undefined;
  }

  integer(min: number, max: number): number | undefined {
    const number = Number.isSafeInteger(this.value) ? (this.value as number) : NaN;
    const isRight = number >= min && number <= max;
    return this.must(isRight, `must be an integer from ${String(min)} to ${String(max)}`)
      ? number
      : undefined;
  }

  optionalBoolean(): boolean | undefined {
    const { value } = this;
    if (typeof value === 'boolean') return value;
    this.must(value === undefined, 'must be true or false');
    return undefined;
  }

  /** Notes what is wrong here unless it is right. */
  must(isRight: boolean, detail: string): boolean {
    if (!isRight) this.fault(detail);
    return isRight;
  }
}
