import { CliFailure } from '../failure.js';
import type { CommandSession } from '../session.js';
import { printable } from '../terminal/printable.js';
import { Style } from '../terminal/style.js';
import { relativeTime } from '../terminal/when.js';
import { configDifferences } from './config-diff.js';
import { meaningOf, type ConfigFile } from './config-file.js';
import { isEqual, type ConfigObject } from './json-value.js';
import type { Base } from './project.js';
import type { RemoteConfig } from './remote-config.js';
import { changeLines } from './show-changes.js';
import { showThreeWay } from './show-three-way.js';
import { compareThree, merged, type ThreeWay } from './three-way.js';

/** Versions of others that are told of one by one. */
const shownVersions = 5;

interface Sides {
  readonly file: ConfigFile;
  readonly mine: ConfigObject;
  /** What the file was made from, if that is known. */
  readonly base: Base | undefined;
  readonly current: Base;
  readonly remote: RemoteConfig;
}

/** The config to push on top of the current one. When somebody else was there first, nothing of theirs is undone without a word. */
export async function reconcileStale(session: CommandSession, sides: Sides): Promise<ConfigObject> {
  const { mine, base, current } = sides;
  const theirs = meaningOf(current.config);
  const isFresh =
    base?.version === current.version || (base !== undefined && isEqual(meaningOf(base.config), theirs));
  const isFirst = base === undefined && current.version === 1 && Object.keys(theirs).length === 0;
  if (isFresh || isFirst || isEqual(mine, theirs) || session.invocation.flag('force')) return mine;
  // Without a base all that differs may be the work of either side.
  const known = base === undefined ? undefined : meaningOf(base.config);
  const comparison: ThreeWay =
    known === undefined
      ? { theirs: [], mine: configDifferences(theirs, mine), both: [], conflicts: [] }
      : compareThree(known, theirs, mine);
  const saved = await savedByOthers(sides);
  const failure = staleFailure(sides, comparison, saved);
  if (!session.terminal.canAsk) throw failure;
  return ask(session, sides, comparison, failure, saved);
}

async function ask(
  session: CommandSession,
  sides: Sides,
  comparison: ThreeWay,
  failure: CliFailure,
  saved: readonly string[],
): Promise<ConfigObject> {
  const { terminal, prompt } = session;
  const { base, current, mine, file, remote } = sides;
  terminal.warn(failure.message);
  for (const line of saved) terminal.say(`  ${printable(line)}`);
  showThreeWay(terminal, comparison);
  const merge = base === undefined ? {} : { m: mergeText(comparison) };
  const choices = { a: 'leave everything as it is', ...merge, o: 'overwrite what is on the gateway' };
  switch (await prompt.choice('What now?', choices as Record<'a' | 'm' | 'o', string>, '')) {
    case 'a':
      throw failure;
    case 'o':
      return mine;
    case 'm': {
      const config = merged(meaningOf(current.config), comparison, 'mine') as ConfigObject;
      await file.write(config, remote.schemaUrl);
      terminal.done(`Merged into ${file.shownPath}.`);
      return config;
    }
  }
}

function mergeText({ conflicts }: ThreeWay): string {
  return conflicts.length === 0 ? 'merge both' : 'merge both; where they differ, what is here wins';
}

/** Who has saved what since, a line for each version. */
async function savedByOthers({ base, remote }: Sides): Promise<readonly string[]> {
  const saved = await remote.savedAfter(base?.version ?? 0);
  return saved.slice(0, shownVersions).map(({ version, updatedAt, updatedBy, message }) => {
    const why = message === undefined ? '' : `: ${message}`;
    const who = updatedBy?.email ?? 'somebody who is gone';
    return `version ${String(version)} was saved by ${who} ${relativeTime(updatedAt)}${why}`;
  });
}

function staleFailure(
  { base, current, remote }: Sides,
  comparison: ThreeWay,
  saved: readonly string[],
): CliFailure {
  const now = `${remote.app} is at version ${String(current.version)}`;
  const message =
    base === undefined
      ? `${now}, and this folder does not know which version its file was made from.`
      : `${now}, and your changes build on version ${String(base.version)}.`;
  return new CliFailure(message, {
    code: 'config-changed',
    lines: [...saved, ...changeLines(comparison.theirs, new Style(false)).map((line) => `  ${line}`)],
    advice: [
      base !== undefined && comparison.conflicts.length === 0
        ? 'gantry status shows both sides. Take theirs over, and keep yours on top, with: gantry pull --merge'
        : 'gantry status shows both sides. On a terminal, gantry push asks what to do.',
      'Or overwrite them with: gantry push --force',
    ],
    members: {
      currentVersion: current.version,
      ...(base === undefined ? {} : { baseVersion: base.version }),
      ...comparison,
    },
  });
}
