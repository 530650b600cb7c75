import { nearestOf } from '../kernel/text/nearest.js';
import { commandOptions, commandWords, type CommandFacts } from './command-facts.js';
import { usageFailure } from './failure.js';

/** Throws a usage failure for a command that there is not, also where help of it is asked for. */
export function requireKnownNames(argv: readonly string[], commands: readonly CommandFacts[]): void {
  const [first, second] = operandsOf(argv, commands);
  if (first === undefined) return;
  const named = commands.map(commandWords);
  const inside = named.filter((words) => words[0] === first);
  if (inside.length === 0)
    throw unknown(
      first,
      named.flatMap((words) => words.slice(0, 1)),
      'gantry --help lists the commands.',
    );
  const isGroup = inside.some((words) => words.length > 1);
  if (!isGroup || second === undefined || inside.some((words) => words[1] === second)) return;
  throw unknown(
    `${first} ${second}`,
    inside.map((words) => words.join(' ')),
    `gantry ${first} --help lists what there is.`,
  );
}

function unknown(name: string, names: readonly string[], advice: string) {
  const nearest = nearestOf(name, names) ?? names.find((known) => known.startsWith(name));
  return usageFailure(
    `There is no command gantry ${name}.`,
    ...(nearest === undefined ? [] : [`Did you mean: gantry ${nearest}`]),
    advice,
  );
}

/** The words of a command line that are neither options nor their values. */
function operandsOf(argv: readonly string[], commands: readonly CommandFacts[]): readonly string[] {
  const flags = commands.flatMap((command) => Object.keys(commandOptions(command)));
  const valued = new Set(
    flags.filter((flag) => flag.includes('<')).flatMap((flag) => flag.match(/--?[a-z-]+/g)),
  );
  const operands: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') return [...operands, ...argv.slice(at + 1)];
    if (!word.startsWith('-')) operands.push(word);
    else if (valued.has(word)) at++;
  }
  return operands;
}
