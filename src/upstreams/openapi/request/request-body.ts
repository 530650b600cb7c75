import { printJson } from '../../../kernel/json/exact-number.js';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { BodyPlan, MemberPlan, RequestBody } from './operation-plan.js';
import { ArgumentFault } from './argument-fault.js';
import { fileValue } from './file-value.js';
import { multipartBody, type FormMember } from './multipart-body.js';
import { pairsOf, textOf, type Pair } from './written-values.js';

/** The body that the arguments make; `undefined` where they make none and none is needed. Throws `ArgumentFault`. */
export function requestBody(plan: BodyPlan, values: JsonObject, others: JsonObject): RequestBody | undefined {
  const { whole } = plan;
  if (whole !== undefined)
    return values[whole] === undefined ? undefined : wholeBody(plan, whole, values[whole]);
  const members = [
    ...plan.members
      .filter(({ argument }) => values[argument] !== undefined)
      .map((member): readonly [MemberPlan, unknown] => [member, values[member.argument]]),
    ...Object.entries(others).map(([name, value]): readonly [MemberPlan, unknown] => [
      unplanned(name),
      value,
    ]),
  ];
  if (members.length === 0 && !plan.isRequired) return undefined;
  if (plan.kind !== 'json') return formBody(plan, members);
  const object = Object.fromEntries(members.map(([{ name }, value]) => [name, value]));
  return { contentType: plan.mediaType, bytes: Buffer.from(printJson(object)) };
}

function wholeBody(plan: BodyPlan, argument: string, value: unknown): RequestBody {
  const { kind, mediaType } = plan;
  switch (kind) {
    case 'json':
      return { contentType: mediaType, bytes: Buffer.from(printJson(value)) };
    case 'text':
      return { contentType: mediaType, bytes: Buffer.from(textOf(value) ?? '') };
    case 'bytes': {
      const { bytes, contentType } = fileValue(argument, value);
      return { contentType: contentType ?? mediaType, bytes };
    }
    case 'form':
    case 'multipart':
      if (!isJsonObject(value))
        throw new ArgumentFault(`The argument "${argument}" is a form: it must be an object.`);
      return formBody(
        plan,
        Object.entries(value).map(([name, member]) => [unplanned(name), member]),
      );
  }
}

function unplanned(name: string): MemberPlan {
  return { argument: name, name, isRequired: false, style: 'json', explode: true };
}

function formBody(
  { kind, mediaType }: BodyPlan,
  members: readonly (readonly [MemberPlan, unknown])[],
): RequestBody {
  if (kind === 'multipart') return multipartBody(mediaType, members satisfies readonly FormMember[]);
  const pairs = members.flatMap(([plan, value]) => formPairs(plan, value));
  return { contentType: mediaType, bytes: Buffer.from(pairs.map((pair) => pair.join('=')).join('&')) };
}

/** Of a member whose style is not said, each item of a list is a pair, and objects are JSON. */
function formPairs(plan: MemberPlan, value: unknown): readonly Pair[] {
  if (plan.style !== 'json') return pairsOf(plan.name, value, plan);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => pairsOf(plan.name, textOf(item), { style: 'form', explode: true }));
}
