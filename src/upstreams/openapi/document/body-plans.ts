import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { BodyPlan, MemberPlan } from '../request/operation-plan.js';
import { mostArguments, type ArgumentNames } from './argument-names.js';
import { bodyShapeOf, type BodyShape } from './body-shape.js';
import { writtenAs } from './parameter-plans.js';
import type { References } from './read-document.js';
import { isBinary, membersOf } from './schema-words.js';

/** An argument for the body or for a part of it. */
interface BodyArgument {
  readonly argument: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
  readonly isFile?: boolean;
}

interface Body {
  readonly plan: BodyPlan;
  readonly arguments: readonly BodyArgument[];
  /** The schema of further arguments, where there may be any. */
  readonly rest?: unknown;
  readonly description?: unknown;
}

type Kind = BodyPlan['kind'];

/** What a body can be sent as; of several the first of these is taken. */
const kinds: readonly (readonly [Kind, RegExp])[] = [
  ['json', /^application\/json(?:$|;)/i],
  ['json', /^[^/]+\/(?:[^;]*\+)?json(?:$|[;-])|^application\/[^;]*json/i],
  ['form', /^application\/x-www-form-urlencoded/i],
  ['multipart', /^multipart\//i],
  ['text', /^text\/|[/+](?:xml|yaml|x-yaml|javascript|x-ndjson|graphql|sparql-(?:query|update))(?:$|;)/i],
  ['bytes', /./],
];

/** The body of an operation; `undefined` where it has none, or one of which nothing is known. */
export function bodyOf(given: unknown, references: References, names: ArgumentNames): Body | undefined {
  const body = references.resolve(given);
  const chosen = body === undefined ? undefined : chosenMedia(body['content']);
  if (body === undefined || chosen === undefined) return undefined;
  const { kind, mediaType, media } = chosen;
  const isRequired = body['required'] === true;
  const { description } = body;
  const shape = kind === 'text' || kind === 'bytes' ? undefined : bodyShapeOf(media['schema'], references);
  if (
    shape === undefined ||
    shape.properties.size > mostArguments ||
    (shape.properties.size === 0 && shape.rest !== undefined) ||
    isAnything(media, references)
  ) {
    const whole = names.take('body', 'body');
    const plan = { mediaType, kind, isRequired, whole, members: [], isOpen: false };
    const isFile = kind === 'bytes';
    const schema = kind === 'text' ? { type: 'string' } : media['schema'];
    return { plan, arguments: [{ argument: whole, schema, isRequired, isFile }], description };
  }
  if (shape.properties.size === 0 && !isRequired) return undefined;
  return { ...inMembers(shape, { kind, mediaType, media, isRequired }, references, names), description };
}

interface Media {
  readonly kind: Kind;
  readonly mediaType: string;
  readonly media: JsonObject;
}

function chosenMedia(content: unknown): Media | undefined {
  const all = membersOf(content).map(([mediaType, media]) => [sentAs(mediaType), media] as const);
  for (const [kind, pattern] of kinds)
    for (const [mediaType, media] of all)
      if (pattern.test(mediaType) && sendable.test(mediaType))
        return { kind, mediaType, media: isJsonObject(media) ? media : {} };
  return undefined;
}

/** A range of types is none that can be sent. */
function sentAs(mediaType: string): string {
  if (!mediaType.includes('*')) return mediaType;
  return /^(?:\*|application)\//.test(mediaType) ? 'application/json' : 'application/octet-stream';
}

/** It becomes a header. */
const sendable = /^[\w!#$&^.+*-]{1,100}\/[\w!#$&^.+*-]{1,100}(?:\s*;[\x20-\x7e]{1,100})?$/;

/** A schema that says nothing, or only that it is an object. */
function isAnything({ schema }: JsonObject, references: References): boolean {
  const { properties, allOf, additionalProperties } = references.resolve(schema) ?? {};
  return properties === undefined && allOf === undefined && additionalProperties !== false;
}

/**
 * Each member of the body is an argument. A body that must have a certain member is taken for one that must be there: documents that leave
 * out `required` mean that more often than not.
 */
function inMembers(
  { properties, required, rest }: BodyShape,
  { kind, mediaType, media, isRequired }: Media & { readonly isRequired: boolean },
  references: References,
  names: ArgumentNames,
): Body {
  const encodings = isJsonObject(media['encoding']) ? media['encoding'] : {};
  const members: MemberPlan[] = [];
  const all: BodyArgument[] = [];
  for (const [name, schema] of properties) {
    const argument = names.take(name, 'body');
    const encoding = Object.hasOwn(encodings, name) ? encodings[name] : undefined;
    const isFile = kind === 'multipart' && holdsFiles(schema, references);
    const isNeeded = required.has(name);
    const files = isFile ? { isFile } : {};
    members.push({ argument, name, isRequired: isNeeded, ...files, ...encodedAs(encoding, kind) });
    all.push({ argument, schema, isRequired: isNeeded, ...files });
  }
  const isNeeded = isRequired || members.some((member) => member.isRequired);
  const plan = { mediaType, kind, isRequired: isNeeded, members, isOpen: rest !== undefined };
  return { plan, arguments: all, ...(rest === undefined ? {} : { rest }) };
}

/** A form without a word on a member has it as text, each item of a list by itself, and objects as JSON (OpenAPI 3.1 §4.8.15). */
function encodedAs(encoding: unknown, kind: Kind): Omit<MemberPlan, 'argument' | 'name' | 'isRequired'> {
  if (!isJsonObject(encoding)) return { style: 'json', explode: true };
  const { contentType, style, explode } = encoding;
  const said = style !== undefined || explode !== undefined;
  return {
    ...(said && kind === 'form'
      ? writtenAs(encoding, ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'])
      : { style: 'json' as const, explode: true }),
    ...(typeof contentType === 'string' && sendable.test(contentType) && !contentType.includes('*')
      ? { contentType }
      : {}),
  };
}

function holdsFiles(schema: unknown, references: References): boolean {
  const resolved = references.resolve(schema);
  return isBinary(resolved) || isBinary(references.resolve(resolved?.['items']));
}
