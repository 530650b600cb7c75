import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { givenPath, type CommandIo } from '../../command-io.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { allPages } from '../../../client/pages.js';
import { planImport, type ImportPlan } from '../../import/import-plan.js';
import { ConfigFile, usualConfigFile } from '../../project/config-file.js';
import { isObject, type ConfigObject } from '../../project/json-value.js';
import { changeLines } from '../../project/show-changes.js';
import { jsonFormat } from '../../project/json-format.js';
import type { CommandSession } from '../../session.js';
import { printable } from '../../terminal/printable.js';

/** Takes servers of a desktop client over into the config file; credentials go to the gateway as secrets and into no file. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, environment, io, prompt } = session;
  const app = session.getApp();
  const gateway = session.gateway();
  const document = readDocument(io, invocation.arg(0));
  const linked = session.findLinked(app);
  const file = linked?.file ?? new ConfigFile(resolve(io.folder, usualConfigFile(io.folder)), io.folder);
  const config = file.exists ? await file.read() : {};
  const present = isObject(config['mcpServers']) ? config['mcpServers'] : {};
  const servers = await allPages(
    (query) => gateway.get('/api/servers', { query }),
    (page) => page.servers,
  );
  const taken = await allPages(
    (query) => gateway.get('/api/cli/apps/{app}/secrets', { path: { app }, query }),
    (page) => page.secrets,
  );
  const plan = planImport(document, {
    environment,
    published: servers.map(({ handle }) => handle),
    present: Object.keys(present),
    takenSecrets: taken.map(({ name }) => name),
    keepCommands: invocation.flag('keepCommands'),
  });
  showPlan(session, plan);
  const question = `Write this to ${file.shownPath} and set the secrets of ${app}?`;
  const isEmpty = Object.keys(plan.servers).length === 0;
  if (
    !isEmpty &&
    !invocation.flag('yes') &&
    !(await prompt.confirm(question, 'Say --yes to import without being asked.', true))
  ) {
    terminal.say('Nothing was imported.');
    return;
  }
  const unset = isEmpty ? [] : await setSecrets(session, app, plan);
  if (!isEmpty) {
    const merged: ConfigObject = { ...config, mcpServers: { ...present, ...plan.servers } };
    await file.write(merged, `${gateway.url}/schemas/app-config-1.json`);
  }
  const result = {
    ...{ app, file: relative(io.folder, file.path), servers: plan.servers, skipped: plan.skipped },
    secrets: plan.secrets.map(({ name, what }) => ({ name, what, set: !unset.includes(name) })),
  };
  terminal.result(result, () => {
    if (isEmpty) terminal.say('There is nothing to import.');
    else
      terminal.done(
        `Imported ${Object.keys(plan.servers).join(', ')} into ${file.shownPath}. Next: gantry push`,
      );
    for (const name of unset) terminal.warn(`${name} has no value yet: gantry secrets set ${name}`);
  });
}

function readDocument(io: CommandIo, path: string): unknown {
  let text: string;
  try {
    text = readFileSync(givenPath(io, path), 'utf8');
  } catch (error) {
    throw usageFailure(
      `The file cannot be read: ${(error as Error).message}`,
      'Give the path of a file of Claude Desktop, Cursor or VS Code.',
    );
  }
  const document = jsonFormat.parse(text, path);
  if (!isObject(document)) throw new CliFailure(`${path} must hold one object.`, { code: 'bad-import' });
  return document;
}

/** Names and places, never values. */
function showPlan({ terminal }: CommandSession, { servers, secrets, skipped }: ImportPlan): void {
  const changes = Object.entries(servers).map(([name, after]) => ({
    op: 'add' as const,
    path: `/mcpServers/${name}`,
    after,
  }));
  for (const line of changeLines(changes, terminal.talkStyle)) terminal.say(line);
  for (const { name, what } of secrets) terminal.say(printable(`  secret ${name}: ${what}`));
  for (const { server, reason } of skipped) terminal.warn(printable(`${server} is left out: ${reason}.`));
}

/** Sets the secrets; those without a value are asked for. Gives the names of the ones that have none afterwards. */
async function setSecrets(
  session: CommandSession,
  app: string,
  { secrets }: ImportPlan,
): Promise<readonly string[]> {
  const { terminal, prompt } = session;
  const gateway = session.gateway();
  const unset: string[] = [];
  for (const { name, what, value } of secrets) {
    const given =
      value ?? (terminal.canAsk ? await prompt.hidden(`${what} (not shown, Enter for later)`, '') : '');
    if (given === '') unset.push(name);
    else
      await gateway.put('/api/cli/apps/{app}/secrets/{name}', {
        path: { app, name },
        body: { value: given },
      });
  }
  return unset;
}
