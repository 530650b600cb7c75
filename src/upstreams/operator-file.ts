import { dirname } from 'node:path';
import { findNodeAtLocation, parse, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { OperatorFile, toDefinition, type OperatorServer } from './operator-file.schema.js';
import type { ServerDefinition } from './server-definition.js';

/** What is wrong with the file, and where: `line 4, /mcpServers/github/url must be a URL`. */
export type FileFault = string;

export interface ReadResult {
  readonly definitions: readonly ServerDefinition[];
  readonly faults: readonly FileFault[];
}

/** Reads the text of the operator's file; comments and trailing commas are fine. Faulty servers are left out and named. */
export function readOperatorFile(
  text: string,
  path: string,
  environment: (name: string) => string | undefined,
): ReadResult {
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: true, allowEmptyContent: false };
  const value: unknown = parse(text, errors, options);
  const [error] = errors;
  if (error !== undefined)
    return {
      definitions: [],
      faults: [`${lineOf(text, error.offset)}: ${printParseErrorCode(error.error)}`],
    };
  const locate = (at: readonly PropertyKey[]) => lineOf(text, offsetOf(text, at));
  const missing: FileFault[] = [];
  const expanded = expand(
    value,
    [],
    (at, problem) => missing.push(`${locate(at)}, ${pointer(at)} ${problem}`),
    environment,
  );
  const parsed = OperatorFile.safeParse(expanded);
  if (parsed.success)
    return { definitions: missing.length > 0 ? [] : definitionsOf(parsed.data, path), faults: missing };
  const faults = parsed.error.issues.map(
    ({ path: at, message }) => `${locate(at)}, ${pointer(at)} ${message}`,
  );
  return { definitions: [], faults: [...missing, ...faults] };
}

function definitionsOf(
  file: {
    mcpServers?: Record<string, OperatorServer> | undefined;
    servers?: Record<string, OperatorServer> | undefined;
  },
  path: string,
): ServerDefinition[] {
  return Object.entries({ ...file.mcpServers, ...file.servers }).map(([name, server]) =>
    toDefinition(name, server, dirname(path)),
  );
}

type Report = (at: readonly PropertyKey[], problem: string) => void;

/** Replaces `${env:NAME}` in every string, once; what it is replaced by is not looked at again. */
function expand(
  value: unknown,
  at: readonly PropertyKey[],
  report: Report,
  environment: (name: string) => string | undefined,
): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\{(?:(env):)?([^}]*)\}/g, (whole, env: string | undefined, name: string) => {
      if (env === undefined) {
        if (/^[a-zA-Z]+:/.test(name)) report(at, `uses ${whole}; only \${env:NAME} is replaced here`);
        return whole;
      }
      const replacement = environment(name);
      if (replacement === undefined) report(at, `needs the environment variable ${name}, which is not set`);
      return replacement ?? '';
    });
  if (Array.isArray(value))
    return value.map((item, index) => expand(item, [...at, index], report, environment));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, expand(member, [...at, key], report, environment)]),
  );
}

function pointer(at: readonly PropertyKey[]): string {
  return at.length === 0 ? 'the file' : at.map((part) => `/${String(part)}`).join('');
}

function offsetOf(text: string, at: readonly PropertyKey[]): number {
  const tree = parseTree(text);
  for (let depth = at.length; tree !== undefined && depth > 0; depth--) {
    const node = findNodeAtLocation(tree, at.slice(0, depth) as (string | number)[]);
    if (node !== undefined) return node.offset;
  }
  return 0;
}

function lineOf(text: string, offset: number): string {
  return `line ${String(text.slice(0, offset).split('\n').length)}`;
}
