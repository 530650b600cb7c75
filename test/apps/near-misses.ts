import { RegExpParser, type AST } from '@eslint-community/regexpp';

/** A text that an expression may begin to like, and what of it can come again and again. */
interface Opening {
  readonly before: string;
  readonly again: string;
}

const parser = new RegExpParser();
/** For classes that say what is not in them. */
const usual = ['a', 'A', '0', '-', ' ', '_', '.', '/', '"', '\n', '\u00e9', '\u0001'];
const beginnings = ['', 'A'];
const separators = ['', '-', ' '];
const endings = ['', '\u0001'];

/** Texts of `length` characters that are hard for an expression to refuse: what it begins with, again and again, and then not its end. */
export function* nearMisses(source: string, flags: string, length: number): Generator<string> {
  const { alternatives } = parser.parsePattern(source, 0, source.length, { unicode: flags.includes('u') });
  const seen = new Set<string>();
  for (const { before, again } of alternatives.flatMap((one) => openingsOf(one, '')))
    for (const separator of separators) {
      const part = `${separator}${again}`;
      if (part === '' || seen.has(`${before}\0${part}`)) continue;
      seen.add(`${before}\0${part}`);
      const text = before + part.repeat(Math.ceil(length / part.length));
      for (const beginning of beginnings)
        for (const ending of endings) yield (beginning + text).slice(0, length - ending.length) + ending;
    }
}

function openingsOf({ elements }: AST.Alternative, before: string): Opening[] {
  let soFar = before;
  return elements.flatMap((element) => {
    const within = partsOf(element, soFar);
    soFar += samplesOf(element)[0] ?? '';
    return [...within, { before: '', again: soFar }];
  });
}

function partsOf(element: AST.Element, before: string): Opening[] {
  if (element.type === 'Quantifier')
    return [
      ...samplesOf(element.element).map((again) => ({ before, again })),
      ...samplesOf(element.element).map((again) => ({ before: '', again: before + again })),
      ...partsOf(element.element, before),
    ];
  if (element.type === 'Group' || element.type === 'CapturingGroup')
    return element.alternatives.flatMap((one) => openingsOf(one, before));
  if (element.type === 'Assertion' && (element.kind === 'lookahead' || element.kind === 'lookbehind'))
    return element.alternatives.flatMap((one) => openingsOf(one, before));
  return [];
}

/** Short texts that the element takes, of different kinds; none when it takes no character. */
function samplesOf(element: AST.Element): string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterSet':
    case 'CharacterClass':
      return membersOf(element);
    case 'Quantifier':
      return samplesOf(element.element).map((one) => one.repeat(Math.max(1, Math.min(element.min, 64))));
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.map(({ elements }) =>
        elements.map((inner) => samplesOf(inner)[0] ?? '').join(''),
      );
    default:
      return [];
  }
}

/** Members of a class: its own ends, and of the usual characters those that are in it. */
function membersOf(element: AST.CharacterSet | AST.CharacterClass): string[] {
  const isIn = new RegExp(`^(?:${element.raw})$`, element.raw.includes('\\p') ? 'u' : '');
  const ends =
    element.type === 'CharacterClass'
      ? element.elements.flatMap((member) =>
          member.type === 'CharacterClassRange'
            ? [member.min.value, member.max.value]
            : member.type === 'Character'
              ? [member.value]
              : [],
        )
      : [];
  const candidates = [...usual, ...ends.map((value) => String.fromCodePoint(value))];
  return [...new Set(candidates)].filter((one) => isIn.test(one)).slice(0, 5);
}
