import { apiAddressOf } from '../../apps/document/openapi-address.js';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';
import { pointerTo } from '../../platform/http/bodies/validate.js';
import { hiddenValues } from '../declared/hidden-values.js';
import { readOperatorFile } from '../declared/file/operator-file.js';
import type { RegisteredServer } from '../declared/registered-server.js';
import type { OpenApiTarget, ServerDefinition } from '../declared/server-definition.js';

/** Members whose values are told to the server and to nobody else. */
const sealedMembers = ['headers', 'env', 'credentials'] as const;
/** Members that are addresses, which may hold what is not shown. */
const addressMembers = ['url', 'openapi', 'baseUrl'] as const;
const lineForm = /^line \d+, column \d+, \/mcpServers\/[^/\s]+(\/\S+)? ([\s\S]*)$/;

/** The member that says of which entry of the catalogue a declaration was made. What strangers wrote holds no variables: `${…}` in it is text. */
export const catalogMark = 'x-catalog';

interface ReadDeclaration {
  /** Absent when there are faults. */
  readonly definition?: ServerDefinition;
  /** Each with its pointer below `/definition`. */
  readonly faults: readonly Fault[];
}

/**
 * A declaration of one server, in the words of the operator's file and by the same rules; but what would only be warned of there is a fault,
 * and no variables of the environment are put in. `file` is the operator's: paths are relative to its folder.
 */
export function readDeclaration(name: string, declared: JsonObject, file: string): ReadDeclaration {
  const text = JSON.stringify({ mcpServers: { [name]: declared } });
  const variables = catalogMark in declared ? [] : placesOfVariables(declared, []);
  if (variables.length > 0) return { faults: variables };
  const { definitions = [], faults, warnings } = readOperatorFile(text, file, undefined);
  const [definition] = definitions;
  const found = [...faults, ...warnings].map(faultOf);
  return definition === undefined || found.length > 0 ? { faults: found } : { definition, faults: [] };
}

/**
 * The declaration with the values that are kept where it has `null` for them, as a client has it that was shown one. A value goes on to the
 * place that it was given for and to no other: whoever may change an address does not get to read it.
 */
export function withKeptValues(
  wanted: JsonObject,
  former: JsonObject = {},
): { readonly declared: JsonObject; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const unchanged = addressMembers.filter((member) => {
    const address = former[member];
    return typeof address === 'string' && wanted[member] === shownAddress(address);
  });
  const declared = {
    ...wanted,
    ...Object.fromEntries(unchanged.map((member) => [member, former[member]])),
  };
  const isSamePlace = originOf(declared) === originOf(former);
  const kept = (path: readonly string[], before: unknown, isItsPlace: boolean): string => {
    if (typeof before === 'string' && isItsPlace) return before;
    const detail =
      typeof before === 'string'
        ? 'is kept for the place that it was given for: send it anew'
        : 'has no value that is kept: send one';
    faults.push({ pointer: `/definition${pointerTo(path)}`, detail });
    return '';
  };
  const result: Record<string, unknown> = { ...declared };
  for (const member of sealedMembers) {
    const values = declared[member];
    const before = membersOf(former[member]);
    if (!isJsonObject(values)) continue;
    result[member] = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        value === null ? kept([member, name], before[name], isSamePlace) : value,
      ]),
    );
  }
  const { auth } = declared;
  if (isJsonObject(auth) && auth['clientSecret'] === null) {
    const before = membersOf(former['auth']);
    const isSameIssuer = placesOfClient.every((member) => auth[member] === before[member]);
    const path = ['auth', 'clientSecret'];
    result['auth'] = {
      ...auth,
      clientSecret: kept(path, before['clientSecret'], isSamePlace && isSameIssuer),
    };
  }
  return { declared: result, faults };
}

/** Whom the secret of a client is told to, beside what stands at the address of the server. */
const placesOfClient = ['type', 'clientId', 'issuer', 'skipIssuerCheck', 'tokenUrl'] as const;

function membersOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Nothing for a command: what runs is asked about by itself. */
function originOf({ url, openapi, baseUrl }: JsonObject): string | undefined {
  const api = typeof openapi === 'string' || isJsonObject(openapi) ? openapi : undefined;
  const base = typeof baseUrl === 'string' ? baseUrl : undefined;
  const address = url ?? apiAddressOf({ openapi: api, baseUrl: base });
  return typeof address === 'string' && URL.canParse(address) ? new URL(address).origin : undefined;
}

/** What is shown of a declaration: without the values that it holds for the server alone. */
export function shownDeclaration(declared: JsonObject): JsonObject {
  const shown: Record<string, unknown> = { ...declared };
  for (const member of sealedMembers) {
    const values = declared[member];
    if (isJsonObject(values))
      shown[member] = Object.fromEntries(Object.keys(values).map((name) => [name, null]));
  }
  const { auth } = declared;
  if (isJsonObject(auth) && auth['clientSecret'] !== undefined)
    shown['auth'] = { ...auth, clientSecret: null };
  for (const member of addressMembers) {
    const address = declared[member];
    if (typeof address === 'string') shown[member] = shownAddress(address);
  }
  return shown;
}

/** The same for a server of the operator's file, whose declaration may hold what the environment has put in. */
export function shownServer({ definition: { target, options, auth }, hidden }: RegisteredServer): JsonObject {
  const address =
    target.transport === 'stdio'
      ? {
          command: target.command,
          args: target.args,
          env: target.env,
          ...optional({
            cwd: target.isCwdDefault === true ? undefined : target.cwd,
            integrity: target.integrity,
          }),
        }
      : target.transport === 'openapi'
        ? shownApi(target)
        : {
            ...(target.transport === 'auto' ? {} : { type: target.transport }),
            url: target.url,
            ...(Object.keys(target.headers).length === 0 ? {} : { headers: target.headers }),
          };
  const run = target.transport === 'stdio' ? target.run : undefined;
  const whole = JSON.parse(
    JSON.stringify({ ...address, ...optional({ run, auth }), ...options }),
  ) as JsonObject;
  return masked(shownDeclaration(whole), hidden) as JsonObject;
}

function shownApi({ document, url, isBase, headers, credentials, operations }: OpenApiTarget): object {
  return {
    openapi: document,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...optional({ baseUrl: isBase === true ? url : undefined, credentials, operations }),
  };
}

function shownAddress(url: string): string {
  const hidden = hiddenValues({ transport: 'http', url, headers: {} });
  const asWritten = hidden.flatMap((value) => [value, encodeURIComponent(value)]);
  return masked(url, asWritten) as string;
}

function masked(value: unknown, hidden: readonly string[]): unknown {
  if (typeof value === 'string') return hidden.reduce((text, secret) => text.replaceAll(secret, '…'), value);
  if (Array.isArray(value)) return value.map((item) => masked(item, hidden));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member, hidden)]));
}

function optional(members: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function faultOf(line: string): Fault {
  const [, path, detail] = lineForm.exec(line) ?? [];
  return detail === undefined
    ? { pointer: '/definition', detail: line }
    : { pointer: `/definition${path ?? ''}`, detail };
}

/** Where a declaration wants something of the environment put in: that is for the file alone. */
function placesOfVariables(value: unknown, path: readonly string[]): Fault[] {
  if (typeof value === 'string')
    return /\$\{[a-zA-Z]+:/.test(value)
      ? [
          {
            pointer: `/definition${pointerTo(path)}`,
            detail: "uses ${…}; variables are put in in the operator's file only",
          },
        ]
      : [];
  if (Array.isArray(value))
    return value.flatMap((item, index) => placesOfVariables(item, [...path, String(index)]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => placesOfVariables(member, [...path, name]));
}
