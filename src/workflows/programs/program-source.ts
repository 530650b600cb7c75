import { LineCounter, parseDocument, type Document } from 'yaml';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import type { Fault } from '../../kernel/problems/problem.js';

/** A fault, with the line of the text that it is in. */
export interface LocatedFault extends Fault {
  readonly line?: number;
}

/** A document as a model sent it. */
export interface ProgramSource {
  readonly document: JsonObject;
  /** Says where in the text it is, if it is a text. */
  readonly locate: (fault: Fault) => LocatedFault;
}

/** Reading text takes its time, in which others wait. */
const mostBytes = 32_768;
const mostFaults = 10;
/** Looking for keys that stand twice takes the square of their number. */
const asData = { prettyErrors: false, uniqueKeys: false, schema: 'core' } as const;

/** Reads YAML or JSON, or takes an object as it is. Aliases are not followed: a few of them make a document of any size. */
export function readProgram(given: unknown): ProgramSource | { readonly faults: readonly LocatedFault[] } {
  if (isJsonObject(given)) return { document: given, locate: (fault) => fault };
  if (typeof given !== 'string') return refused('must be a workflow document, as text or as an object');
  if (Buffer.byteLength(given) > mostBytes)
    return refused(`has more than ${String(mostBytes)} bytes of text`);
  try {
    const lines = new LineCounter();
    const parsed = parseDocument(given, { ...asData, lineCounter: lines });
    const faults = parsed.errors.slice(0, mostFaults);
    if (faults.length > 0)
      return {
        faults: faults.map(({ message: detail, pos }) => ({
          pointer: '',
          detail,
          line: lines.linePos(pos[0]).line,
        })),
      };
    const document: unknown = parsed.toJS({ maxAliasCount: 0 });
    if (!isJsonObject(document)) return refused('must be an object');
    return { document, locate: (fault) => ({ ...fault, ...lineOf(fault.pointer, parsed, lines) }) };
  } catch (error) {
    return refused(error instanceof Error ? error.message : 'cannot be read');
  }
}

function refused(detail: string): { readonly faults: readonly LocatedFault[] } {
  return { faults: [{ pointer: '', detail }] };
}

/** The line of what a pointer names, or of the nearest that is there around it. */
function lineOf(pointer: string, parsed: Document, lines: LineCounter): { readonly line?: number } {
  const path = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (; path.length > 0; path.pop()) {
    const node: unknown = parsed.getIn(path, true);
    const range = (node as { readonly range?: readonly number[] } | undefined)?.range;
    if (range?.[0] !== undefined) return { line: lines.linePos(range[0]).line };
  }
  return { line: 1 };
}
