import { CliFailure } from '../failure.js';
import { isObject, type ConfigObject } from '../project/json-value.js';

/** A place in a file of fixtures: gives what is there, or throws a failure that says what should be. */
export class Shape {
  constructor(
    readonly value: unknown,
    private readonly pointer: string,
  ) {}

  at(name: string | number): Shape {
    const inside = `${this.pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const { value } = this;
    if (Array.isArray(value)) return new Shape(value[Number(name)], inside);
    return new Shape(isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined, inside);
  }

  object(): ConfigObject {
    if (isObject(this.value)) return this.value;
    throw this.fault('must be an object');
  }

  /** An object that has no other members. */
  only(names: readonly string[]): void {
    const other = Object.keys(this.object()).find((name) => !names.includes(name));
    if (other !== undefined)
      throw this.at(other).fault(`is not known here; there may be ${names.join(', ')}`);
  }

  list(name: string): readonly Shape[] {
    const place = this.at(name);
    if (!Array.isArray(place.value)) throw place.fault('must be a list');
    return place.value.map((_, index) => place.at(index));
  }

  text(): string {
    if (typeof this.value === 'string' && this.value !== '') return this.value;
    throw this.fault('must be a text');
  }

  oneOf(texts: readonly string[]): string {
    if (texts.includes(this.text())) return this.text();
    throw this.fault(`must be one of ${texts.join(', ')}`);
  }

  fault(what: string): CliFailure {
    const { pointer } = this;
    return new CliFailure(`${pointer === '' ? 'the file' : pointer} ${what}.`, {
      code: 'bad-fixture',
      members: { pointer },
    });
  }
}
