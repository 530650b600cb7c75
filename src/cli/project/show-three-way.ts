import type { Terminal } from '../terminal/terminal.js';
import { changeLines, displayPath } from './show-changes.js';
import type { ThreeWay } from './three-way.js';

/** What happened on the gateway, what happened here, and where both touch the same. As talk: it goes before a question. */
export function showThreeWay(terminal: Terminal, { theirs, mine, both, conflicts }: ThreeWay): void {
  const { talkStyle } = terminal;
  const part = (heading: string, lines: readonly string[]): void => {
    if (lines.length === 0) return;
    terminal.say(talkStyle.bold(heading));
    for (const line of lines) terminal.say(`  ${line}`);
  };
  part('Changed on the gateway', changeLines(theirs, talkStyle));
  part('Changed here', changeLines(mine, talkStyle));
  part('Changed the same on both sides', changeLines(both, talkStyle));
  for (const conflict of conflicts) {
    terminal.say(talkStyle.red(`Both sides differ at ${displayPath(conflict.mine.path)}`));
    part(
      '  on the gateway',
      changeLines([conflict.theirs], talkStyle).map((line) => `  ${line}`),
    );
    part(
      '  here',
      changeLines([conflict.mine], talkStyle).map((line) => `  ${line}`),
    );
  }
}
