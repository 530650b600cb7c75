import type { ResultShape } from '../../apps/document/server-options.schema.js';
import { faultsOf } from '../../platform/expressions/expression-faults.mjs';
import { globMatcher } from '../../kernel/text/glob.js';
import { maxGlobText } from '../../kernel/text/globs.js';
import type { ServerOptions } from './server-definition.js';

const maxRemembered = 1000;

/** How the results of tools are shown, by patterns for their names. A name itself goes before patterns, and of these the first counts. */
export class ToolShapes {
  private readonly byName: ReadonlyMap<string, ResultShape>;
  private readonly byPattern: readonly (readonly [(name: string) => boolean, ResultShape])[];
  private readonly known = new Map<string, ResultShape | undefined>();

  constructor(shapes: Readonly<Record<string, ResultShape>> = {}) {
    const all = Object.entries(shapes);
    this.byName = new Map(all);
    this.byPattern = all.map(([pattern, shape]) => [globMatcher(pattern), shape] as const);
  }

  get isEmpty(): boolean {
    return this.byName.size === 0;
  }

  of(name: string): ResultShape | undefined {
    if (this.isEmpty) return undefined;
    // For such a name no pattern can be written: it is not to be the way around all of them.
    if (name.length > maxGlobText) return this.byPattern[0]?.[1];
    if (this.known.has(name)) return this.known.get(name);
    const shape = this.byName.get(name) ?? this.byPattern.find(([matches]) => matches(name))?.[1];
    if (this.known.size >= maxRemembered) this.known.clear();
    this.known.set(name, shape);
    return shape;
  }
}

interface ShapeFault {
  /** Members on the way to the expression, from the declaration of the server. */
  readonly path: readonly string[];
  readonly detail: string;
}

/** What is wrong with what the operator's shapes pick: read here and at once, as the operator's own. */
export function shapeFaults(tools: ServerOptions['tools']): ShapeFault[] {
  return Object.entries(tools?.shape ?? {}).flatMap(([pattern, { pick }]) =>
    pick === undefined
      ? []
      : faultsOf([{ pointer: '', text: pick, known: [] }]).map(({ detail, position }) => ({
          path: ['tools', 'shape', pattern, 'pick'],
          detail: position === undefined ? detail : `${detail} (character ${String(position)})`,
        })),
  );
}
