import { relative, resolve } from 'node:path';
import { GantryProblem } from '../../../client/problem.js';
import { CliFailure } from '../../failure.js';
import { ConfigFile, usualConfigFile } from '../../project/config-file.js';
import type { ConfigObject } from '../../project/json-value.js';
import { Project, type Base } from '../../project/project.js';
import { RemoteConfig, type PushOutcome } from '../../project/remote-config.js';
import { changeLines } from '../../project/show-changes.js';
import { reconcileStale } from '../../project/stale-base.js';
import type { CommandSession } from '../../session.js';
import { printable } from '../../terminal/printable.js';

/** Shows what the config file changes, asks, and saves it on top of the version that it was made from. */
export async function run(session: CommandSession): Promise<void> {
  const { invocation, connection, io } = session;
  const app = session.getApp();
  const remote = new RemoteConfig(session.gateway(), app);
  const linked = session.findLinked(app);
  const folder = linked?.folder ?? resolve(io.folder);
  const file =
    linked?.file ??
    new ConfigFile(resolve(folder, invocation.text('file') ?? usualConfigFile(folder)), io.folder);
  const mine = await file.read();
  const current = await remote.get();
  const config = await reconcileStale(session, { file, mine, base: linked?.link.base, current, remote });
  const keep = (base: Base): void => {
    Project.create(folder, { url: connection.url, app, file: relative(folder, file.path), base });
  };
  const send = { ...schemaOf(current.config), ...config };
  const allowLiterals = invocation.flag('forceLiterals');
  const preview = await checked(file, remote.put(current, send, { dryRun: true, allowLiterals }));
  if (preview.changes.length === 0 || invocation.flag('dryRun')) {
    if (!invocation.flag('dryRun')) keep(current);
    report(session, app, preview, invocation.flag('dryRun'));
    return;
  }
  if (!(await agreed(session, app, preview))) return;
  const saved = await remote.put(current, send, {
    dryRun: false,
    allowLiterals,
    message: invocation.text('message'),
  });
  keep({ version: saved.version, etag: saved.etag, config: saved.config });
  report(session, app, saved, false);
}

/** The gateway's `$schema` stays as it is: the file has its own. */
function schemaOf({ $schema }: ConfigObject): ConfigObject {
  return $schema === undefined ? {} : { $schema };
}

/** Faults are told with the line of the file. */
async function checked(file: ConfigFile, outcome: Promise<PushOutcome>): Promise<PushOutcome> {
  try {
    return await outcome;
  } catch (error) {
    if (!(error instanceof GantryProblem) || error.errors.length === 0) throw error;
    const lines = error.errors.map(async ({ pointer, detail }) => {
      // The body of the request is {config}, so its pointers may begin there.
      const inConfig = pointer.replace(/^\/config(?=\/|$)/, '');
      return `${await file.placeOf(inConfig)}: ${inConfig} ${detail}`;
    });
    throw new CliFailure(`${error.title}.`, {
      code: error.code,
      lines: await Promise.all(lines),
      members: { status: error.status, errors: error.errors },
    });
  }
}

async function agreed(
  { invocation, terminal, prompt }: CommandSession,
  app: string,
  preview: PushOutcome,
): Promise<boolean> {
  if (invocation.flag('yes')) return true;
  for (const line of changeLines(preview.changes, terminal.talkStyle)) terminal.say(line);
  showWarnings(terminal, preview);
  const agrees = await prompt.confirm(`Push this to ${app}?`, 'Say --yes to push without being asked.', true);
  if (!agrees) terminal.say('Nothing was pushed.');
  return agrees;
}

function report(
  { terminal, invocation }: CommandSession,
  app: string,
  outcome: PushOutcome,
  dryRun: boolean,
): void {
  const { version, etag, changes, warnings } = outcome;
  terminal.result({ app, dryRun, version, etag, changes, warnings }, () => {
    if (changes.length === 0) {
      terminal.done(`Nothing to push: ${app} is at version ${String(version)} and says the same.`);
      return;
    }
    if (dryRun || invocation.flag('yes')) {
      for (const line of changeLines(changes, terminal.style)) terminal.line(line);
      showWarnings(terminal, outcome);
    }
    if (dryRun) terminal.say('Nothing was pushed (--dry-run).');
    else terminal.done(`Pushed version ${String(version)} of ${app}.`);
  });
}

function showWarnings(terminal: CommandSession['terminal'], { warnings }: PushOutcome): void {
  for (const { pointer, detail } of warnings) terminal.warn(printable(`${pointer}: ${detail}`));
}
