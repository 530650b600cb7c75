import type { Checks } from '../../../../apps/document/policies/checks.schema.js';
import { measuringJson, NestsTooDeeply } from '../../../../kernel/json/foreign/json-printing.js';
import { Problem } from '../../../../kernel/problems/problem.js';
import { inSlices } from '../../../../kernel/pacing/slices.js';
import { redactSecrets } from '../../../../kernel/text/secret-patterns.js';
import { AddressRules } from './addresses.js';
import { changedTexts, type TextChange } from './changed-texts.js';
import { withoutInvisible } from './invisible-text.js';
import { withoutPersonalData } from './personal-data.js';

/** What is checked, as a refusal names it. */
export type CheckedPart = 'arguments' | 'address' | 'result';

/** As deep as the arguments of a call can be (`MAX_JSON_DEPTH`). */
const deepestLevel = 1000;

/** A value as the checks leave it, in steps; the same when they find nothing. Throws `tool-denied`. */
export function* checkedValue(
  value: unknown,
  checks: Checks,
  part: CheckedPart,
): Generator<undefined, unknown> {
  const most = part === 'result' ? checks.maxResultBytes : checks.maxArgumentBytes;
  const changes = changesOf(checks, part);
  try {
    if (most !== undefined && !(yield* fits(value ?? null, most)))
      throw refusal(
        part,
        `more than ${String(most)} bytes`,
        part === 'result' ? 'maxResultBytes' : 'maxArgumentBytes',
      );
    if (changes.length === 0) return value;
    return yield* changedTexts(value, (text, name) =>
      changes.reduce((left, change) => change(left, name), text),
    );
  } catch (error) {
    if (error instanceof RangeError || error instanceof NestsTooDeeply)
      throw new Problem(
        'tool-denied',
        `The ${part} cannot be checked: it is nested too deeply, or has a text without any place to stop at.`,
      );
    throw error;
  }
}

function* fits(value: unknown, maxBytes: number): Generator<undefined, boolean> {
  return (yield* measuringJson(value, { maxDepth: deepestLevel, maxBytes })) !== undefined;
}

/** A value with a mark in place of each secret in it; the same when there is none. Throws `tool-denied` for what cannot be looked at. */
export async function redactedValue<T>(value: T, part: CheckedPart): Promise<T> {
  return (await inSlices(checkedValue(value, { secrets: 'redact' }, part))) as T;
}

/** Invisible text first: it would keep the others from what it stands in. */
function changesOf({ secrets, pii = [], invisibleText, urls }: Checks, part: CheckedPart): TextChange[] {
  return [
    ...(invisibleText === undefined
      ? []
      : [
          ruled(withoutInvisible, invisibleText === 'deny', () =>
            refusal(part, 'invisible text', 'invisibleText'),
          ),
        ]),
    ...(secrets === undefined
      ? []
      : [ruled(withoutSecrets, secrets === 'deny', () => refusal(part, 'a secret', 'secrets'))]),
    ...(pii.length === 0 ? [] : [(text: string) => withoutPersonalData(text, pii)]),
    ...(urls === undefined
      ? []
      : [
          ruled(addressesOf(urls), part !== 'result', () =>
            refusal(part, 'an address that is not allowed', 'urls'),
          ),
        ]),
  ];
}

/** What a change would change is refused, or changed. */
function ruled(change: TextChange, isRefused: boolean, refused: () => Problem): TextChange {
  if (!isRefused) return change;
  return (text, name) => {
    if (change(text, name) !== text) throw refused();
    return text;
  };
}

function withoutSecrets(text: string, name: string): string {
  const [found] = Object.entries(redactSecrets({ [name]: text }).value);
  return found?.[1] ?? text;
}

/** The members by which MCP names resources hold names of its servers, too. */
function addressesOf(globs: readonly string[]): TextChange {
  const rules = new AddressRules(globs);
  return (text, name) => rules.applied(text, { ofWeb: name === 'uri' || name === 'uriTemplate' });
}

function refusal(part: CheckedPart, what: string, check: keyof Checks): Problem {
  const holder = part === 'address' ? 'address of the resource' : part;
  return new Problem(
    'tool-denied',
    `The ${holder} ${part === 'arguments' ? 'hold' : 'holds'} ${what} (policies.checks.${check}).`,
  );
}
