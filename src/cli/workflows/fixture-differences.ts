import type { components } from '../../client/openapi-types.js';
import { isEqual, isObject, type ConfigObject } from '../project/json-value.js';
import type { Expectation } from './fixture-file.js';

/** Something that came out otherwise than was expected; a side that is absent was not there. */
export interface FixtureDifference {
  /** JSON pointer into the answer, with the key or name of a step in the place of its number. */
  readonly pointer: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** All differences between what a trial came to and what was expected of it. */
export function fixtureDifferences(
  { status, output, error, waitsFor, calls, events, steps }: Expectation,
  trial: components['schemas']['Trial'],
): readonly FixtureDifference[] {
  return [
    ...differences('/status', status, trial.status),
    ...(output === undefined ? [] : differences('/output', output, trial.output)),
    ...(error === undefined ? [] : inMembers('/error', error, trial.error)),
    ...(waitsFor === undefined ? [] : differences('/waitsFor', waitsFor, trial.waitsFor)),
    ...(calls === undefined ? [] : inList('/calls', calls, trial.calls, toldOfCall)),
    ...(events === undefined ? [] : inList('/events', events, trial.events.map(eventOf))),
    ...Object.entries(steps ?? {}).flatMap(([key, step]) =>
      inStep(
        below('/steps', key),
        step,
        trial.steps.findLast((one) => one.key === key || one.name === key),
      ),
    ),
  ];
}

type TriedCall = components['schemas']['TriedCall'];

const toldOfCall = ({ tool, arguments: args }: TriedCall) => ({ tool, arguments: args });
const eventOf = ({ event }: components['schemas']['Trial']['events'][number]) => event;

/** Of a list in its order, with nothing more in it; `told` is what is said of one that was not expected. */
function inList<T extends object>(
  pointer: string,
  expected: readonly ConfigObject[],
  actual: readonly T[],
  told: (one: T) => object = (one) => one,
): FixtureDifference[] {
  const length = Math.max(expected.length, actual.length);
  return Array.from({ length }, (_, index) => index).flatMap((index) => {
    const wanted = expected[index];
    const made = actual[index];
    const place = below(pointer, index);
    if (wanted !== undefined)
      return made === undefined ? [{ pointer: place, expected: wanted }] : inMembers(place, wanted, made);
    return made === undefined ? [] : [{ pointer: place, actual: told(made) }];
  });
}

function inStep(
  pointer: string,
  expected: ConfigObject | null,
  actual: object | undefined,
): FixtureDifference[] {
  if (expected === null) return actual === undefined ? [] : [{ pointer, actual }];
  return actual === undefined ? [{ pointer, expected }] : inMembers(pointer, expected, actual);
}

/** Of the members that are expected alone. */
function inMembers(pointer: string, expected: ConfigObject, actual: object | undefined): FixtureDifference[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    differences(below(pointer, name), value, (actual as ConfigObject | undefined)?.[name]),
  );
}

function differences(pointer: string, expected: unknown, actual: unknown): FixtureDifference[] {
  if (isEqual(expected, actual)) return [];
  const areLists = Array.isArray(expected) && Array.isArray(actual);
  if (!areLists && !(isObject(expected) && isObject(actual)))
    return [
      {
        pointer,
        ...(expected === undefined ? {} : { expected }),
        ...(actual === undefined ? {} : { actual }),
      },
    ];
  const [one, other] = [expected as ConfigObject, actual as ConfigObject];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differences(below(pointer, name), one[name], other[name]));
}

function below(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
