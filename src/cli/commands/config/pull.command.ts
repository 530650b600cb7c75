import { relative, resolve } from 'node:path';
import { CliFailure, usageFailure } from '../../failure.js';
import { configDifferences } from '../../project/config-diff.js';
import { ConfigFile, meaningOf, usualConfigFile } from '../../project/config-file.js';
import type { ConfigObject } from '../../project/json-value.js';
import { Project, type Base } from '../../project/project.js';
import { RemoteConfig } from '../../project/remote-config.js';
import { changeLines } from '../../project/show-changes.js';
import { showThreeWay } from '../../project/show-three-way.js';
import { compareThree, merged } from '../../project/three-way.js';
import type { CommandSession } from '../../session.js';

/** Brings the config file to what the gateway has. What was changed here and not pushed is not lost without a word. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, connection, io } = session;
  const app = session.getApp();
  const remote = new RemoteConfig(session.gateway(), app);
  const linked = session.findLinked(app);
  const folder = linked?.folder ?? resolve(io.folder);
  const file =
    linked?.file ??
    new ConfigFile(resolve(folder, invocation.text('file') ?? usualConfigFile(folder)), io.folder);
  const current = await remote.get();
  const version = invocation.text('configVersion');
  const wanted = version === undefined ? current : await remote.get(readVersion(version));
  const before = file.exists ? await file.read() : undefined;
  const after =
    before === undefined ? wanted.config : await settled(session, linked?.link.base, before, wanted);
  const changes = before === undefined ? [] : configDifferences(before, meaningOf(after));
  await file.write(after, remote.schemaUrl);
  Project.create(folder, { url: connection.url, app, file: relative(folder, file.path), base: current });
  terminal.result({ app, file: relative(folder, file.path), version: wanted.version, changes }, () => {
    for (const line of changeLines(changes, terminal.style)) terminal.line(line);
    const isSame = before !== undefined && changes.length === 0;
    terminal.done(
      `${file.shownPath} ${isSame ? 'is up to date with' : 'now has'} version ${String(wanted.version)} of ${app}.`,
    );
  });
}

function readVersion(text: string): number {
  const version = Number(text);
  if (Number.isSafeInteger(version) && version > 0) return version;
  throw usageFailure(`A version is a whole number: ${text}`, 'gantry versions lists them.');
}

/** What the file shall say: the gateway's config, with changes from here on top where the user wants them. */
async function settled(
  session: CommandSession,
  base: Base | undefined,
  mine: ConfigObject,
  theirs: Base,
): Promise<ConfigObject> {
  const { invocation, terminal, prompt } = session;
  const known = base === undefined ? undefined : meaningOf(base.config);
  const isUntouched = configDifferences(known ?? {}, mine).length === 0;
  const isThere = configDifferences(mine, meaningOf(theirs.config)).length === 0;
  if (invocation.flag('force') || isUntouched || isThere) return theirs.config;
  const comparison = compareThree(known ?? mine, meaningOf(theirs.config), mine);
  if (known !== undefined && comparison.theirs.length + comparison.conflicts.length === 0) return mine;
  const canMerge = known !== undefined && comparison.conflicts.length === 0;
  if (canMerge && invocation.flag('merge'))
    return merged(meaningOf(theirs.config), comparison, 'theirs') as ConfigObject;
  const failure = new CliFailure('The config file has changes that are not pushed.', {
    code: 'local-changes',
    advice: [
      canMerge
        ? 'gantry status shows them. Keep them on top of what the gateway has with: gantry pull --merge'
        : 'gantry status shows them. On a terminal, gantry pull shows both sides and asks.',
      'Or drop them with: gantry pull --force',
    ],
    members: { ...comparison },
  });
  if (!terminal.canAsk) throw failure;
  showThreeWay(terminal, comparison);
  const choice = await prompt.choice(
    'What now?',
    {
      a: 'leave everything as it is',
      m: 'merge; where both sides differ the gateway wins',
      d: 'drop the changes made here',
    },
    '',
  );
  switch (choice) {
    case 'm':
      return merged(meaningOf(theirs.config), comparison, 'theirs') as ConfigObject;
    case 'd':
      return theirs.config;
    case 'a':
      throw failure;
  }
}
