import { relative, resolve } from 'node:path';
import { givenPath } from '../../command-io.js';
import { GantryProblem } from '../../../client/problem.js';
import { allPages } from '../../../client/pages.js';
import { planImport, type ImportPlan } from '../../import/import-plan.js';
import { readClientFile, type ClientFileText } from '../../import/read-file.js';
import { ConfigFile, usualConfigFile } from '../../project/config-file.js';
import { isObject, type ConfigObject } from '../../project/json-value.js';
import { writePointer } from '../../project/pointer.js';
import { changeLines } from '../../project/show-changes.js';
import { RemoteConfig } from '../../project/remote-config.js';
import type { CommandSession } from '../../session.js';
import { printable } from '../../terminal/printable.js';

/** Takes servers of an MCP client over into the config file; credentials go to the gateway as secrets and into no file. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, environment, io, prompt } = session;
  const app = session.getApp();
  const gateway = session.gateway();
  const shown = invocation.arg(0);
  const path = givenPath(io, shown);
  const client = await readClientFile(path, shown);
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
  const planned = (allowsCommands: boolean) =>
    planImport(client.document, {
      environment,
      file: path,
      published: servers.map(({ handle }) => handle),
      present: Object.keys(present),
      takenSecrets: taken.map(({ name }) => name),
      allowsCommands,
      usePublished: invocation.flag('usePublished'),
    });
  const whole = planned(true);
  const keepsCommands =
    invocation.flag('keepCommands') || !runsCommands(whole) || (await allowsCommands(session, app));
  const plan = keepsCommands ? whole : planned(false);
  showPlan(session, plan, shown, client.lineOf);
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
    const merged: ConfigObject = {
      ...config,
      mcpServers: { ...present, ...plan.servers },
      ...withApprovals(config, plan.requireApproval),
    };
    await file.write(merged, `${gateway.url}/schemas/app-config-1.json`);
  }
  const result = {
    ...{ app, file: relative(io.folder, file.path), servers: plan.servers, skipped: plan.skipped },
    secrets: plan.secrets.map(({ name, what }) => ({ name, what, set: !unset.includes(name) })),
    remarks: plan.remarks.map(({ path: place, ...remark }) => ({
      ...remark,
      ...placeOf(place, client.lineOf),
    })),
    ...(plan.requireApproval.length === 0 ? {} : { requireApproval: plan.requireApproval }),
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

function runsCommands({ servers }: ImportPlan): boolean {
  return Object.values(servers).some(({ command }) => command !== undefined);
}

/** Whether the gateway lets apps run commands, which it says when such a config is checked. A disabled server is not started. */
async function allowsCommands(session: CommandSession, app: string): Promise<boolean> {
  const remote = new RemoteConfig(session.gateway(), app);
  const config = { mcpServers: { probe: { command: 'true', disabled: true } } };
  try {
    await remote.put(await remote.get(), config, { dryRun: true, allowLiterals: false });
    return true;
  } catch (error) {
    if (!(error instanceof GantryProblem)) throw error;
    // Other faults are shown only where there are no faults of commands.
    return error.code === 'invalid-config';
  }
}

/** The policies of the config with these tools among those that need an approval. */
function withApprovals({ policies }: ConfigObject, tools: readonly string[]): ConfigObject {
  if (tools.length === 0) return {};
  const own = isObject(policies) ? policies : {};
  const former = Array.isArray(own['requireApproval']) ? own['requireApproval'].map(String) : [];
  return { policies: { ...own, requireApproval: [...new Set([...former, ...tools])] } };
}

type LineOf = ClientFileText['lineOf'];

function placeOf(
  path: readonly string[],
  lineOf: LineOf,
): { readonly member: string; readonly line: number } {
  return { member: writePointer(path), line: lineOf(path) };
}

/** Names and places, never values. */
function showPlan(
  { terminal }: CommandSession,
  { servers, secrets, skipped, remarks, requireApproval }: ImportPlan,
  file: string,
  lineOf: LineOf,
): void {
  const changes = Object.entries(servers).map(([name, after]) => ({
    op: 'add' as const,
    path: `/mcpServers/${name}`,
    after,
  }));
  for (const line of changeLines(changes, terminal.talkStyle)) terminal.say(line);
  for (const { name, what } of secrets) terminal.say(printable(`  secret ${name}: ${what}`));
  for (const tool of requireApproval) terminal.say(printable(`  approval needed before ${tool}`));
  for (const { server, reason } of skipped) terminal.warn(printable(`${server} is left out: ${reason}.`));
  for (const { effect, path, text } of remarks) {
    const { member, line } = placeOf(path, lineOf);
    const words = printable(`${file}:${String(line)}: ${member} ${text}.`);
    if (effect === 'note') terminal.say(`  ${words}`);
    else terminal.warn(words);
  }
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
