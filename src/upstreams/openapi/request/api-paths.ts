import type { OperationPlan } from './operation-plan.js';

/** What an operation is found by. */
interface Route {
  readonly method: string;
  /** With `{name}` in place of parameters, all else written out or encoded. */
  readonly path: string;
}

/** What may come after a path so far. Most places lead to one other, so that a map is made when it is needed. */
interface Place {
  /** By segments that are written out, decoded and folded. */
  literals?: Map<string, Place>;
  /** By segments in which parameters stand. */
  open?: Map<string, Place>;
  isEnd: boolean;
}

/** About what a place takes up, with its map. */
const placeBytes = 400;

/**
 * The paths of all operations of an API, those too that are no tools: who may call one operation must not reach another one by a value in its
 * path. APIs prefer the path that is written out (OpenAPI 3.1 §4.8.8.2). Many of them do not tell upper and lower case apart: neither does this.
 */
export class ApiPaths {
  private readonly byMethod = new Map<string, Place>();
  /** About what they take up in memory. */
  bytes = 0;

  add({ method, path }: Route): void {
    let place = this.entry(this.byMethod, method);
    for (const segment of segmentsOf(path))
      place = segment.includes('{')
        ? this.entry((place.open ??= new Map<string, Place>()), segment)
        : this.entry((place.literals ??= new Map<string, Place>()), folded(segment));
    place.isEnd = true;
  }

  /** Whether another operation of the method has the path of a request, with more of it written out than in the path of the plan. */
  isOfAnother({ method, path }: Pick<OperationPlan, 'method' | 'path'>, requested: string): boolean {
    const start = this.byMethod.get(method);
    if (start === undefined || !path.includes('{')) return false;
    const own = segmentsOf(path);
    // An encoded slash is one to some.
    return [segmentsOf(requested), decoded(requested).split('/')].some((asked) =>
      leadsElsewhere(start, own, withoutEnd(asked).map(folded), 0, false),
    );
  }

  private entry(places: Map<string, Place>, name: string): Place {
    let found = places.get(name);
    if (found === undefined) {
      places.set(name, (found = { isEnd: false }));
      this.bytes += placeBytes + name.length * 2;
    }
    return found;
  }
}

/** `asked` is folded. */
function leadsElsewhere(
  place: Place,
  own: readonly string[],
  asked: readonly string[],
  at: number,
  isCloser: boolean,
): boolean {
  const segment = asked[at];
  if (segment === undefined) return place.isEnd && isCloser;
  const isOpen = own[at]?.includes('{') !== false;
  const literal = place.literals?.get(segment);
  if (literal !== undefined && leadsElsewhere(literal, own, asked, at + 1, isCloser || isOpen)) return true;
  for (const [template, next] of place.open ?? []) {
    const around = aroundParameters(template);
    if (around === undefined || !fits(segment, around)) continue;
    const isWrittenMore = isOpen && template !== own[at] && around.some((text) => text !== '');
    if (leadsElsewhere(next, own, asked, at + 1, isCloser || isWrittenMore)) return true;
  }
  return false;
}

/** What stands before the first and behind the last parameter of a segment. */
function aroundParameters(template: string): readonly [before: string, behind: string] | undefined {
  const [from, to] = [template.indexOf('{'), template.lastIndexOf('}')];
  return to < from ? undefined : [folded(template.slice(0, from)), folded(template.slice(to + 1))];
}

function fits(segment: string, [before, behind]: readonly [string, string]): boolean {
  return (
    segment.length > before.length + behind.length && segment.startsWith(before) && segment.endsWith(behind)
  );
}

function segmentsOf(path: string): readonly string[] {
  return withoutEnd(path.split('/').map(decoded));
}

/** A slash at the end leads to the same place. */
function withoutEnd(segments: readonly string[]): readonly string[] {
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments;
}

/** The same for texts that differ in the case of letters only, `K` (U+212A) and `k` among them. */
function folded(text: string): string {
  return text.toUpperCase().toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
