import { nearestOf } from '../../../kernel/text/nearest.js';
import { CliFailure } from '../../failure.js';
import { isObject } from '../../project/json-value.js';
import type { CommandSession } from '../../session.js';
import { writeFacts } from '../../terminal/facts.js';
import { printable } from '../../terminal/printable.js';
import { writeArguments } from '../../tools/argument-table.js';
import { listTools, placeOf, type ListedTool } from '../../tools/tool-place.js';
import { warnAboutServers } from '../../tools/server-reports.js';

/** Tools of the app or of one server, with --search the best first; with a name, what that one takes. */
export async function run(session: CommandSession): Promise<void> {
  const [name] = session.invocation.args;
  if (name === undefined) await list(session);
  else await show(session, name);
}

async function list(session: CommandSession): Promise<void> {
  const { terminal, invocation } = session;
  const search = invocation.text('search');
  const listing = await listTools(session.gateway(), placeOf(session), search);
  terminal.result(listing, () => {
    terminal.table(
      [
        { heading: 'TOOL', text: ({ name }) => name },
        { heading: 'WHAT IT DOES', text: ({ title, description }) => description ?? title ?? '' },
      ],
      listing.tools,
      search === undefined ? 'There are no tools.' : 'No tool fits these words.',
    );
  });
  warnAboutServers(terminal, listing.servers ?? []);
}

async function show(session: CommandSession, name: string): Promise<void> {
  const { terminal, invocation } = session;
  const place = placeOf(session);
  const { tools } = await listTools(session.gateway(), place);
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    throw noSuchTool(
      name,
      tools.map((one) => one.name),
    );
  terminal.result(tool, () => {
    writeFacts(terminal, { tool: tool.name, title: tool.title, hints: hintsOf(tool) });
    if (tool.description !== undefined) terminal.line(`\n${printable(tool.description)}\n`);
    writeArguments(terminal, tool.inputSchema, 'It takes no arguments.');
    const server = invocation.text('server');
    terminal.say(`\nCall it: ${callLine(tool)}${server === undefined ? '' : ` --server ${server}`}`);
  });
}

/** Names of people's making are most often right at their end: `read_file` of `files__read_file`. */
function noSuchTool(name: string, names: readonly string[]): CliFailure {
  const nearest = nearestOf(name, names) ?? names.find((one) => one.endsWith(`__${name}`));
  return new CliFailure(`There is no tool ${name}.`, {
    code: 'tool-not-found',
    advice: [
      ...(nearest === undefined ? [] : [`Did you mean ${nearest}?`]),
      'gantry tools lists the tools; gantry tools --search <words> finds one.',
    ],
  });
}

function callLine({ name, inputSchema }: ListedTool): string {
  const { required, properties } = inputSchema;
  const needed = Array.isArray(required) ? required.map(String) : [];
  const pairs = needed.map((argument) => {
    const property = isObject(properties) ? properties[argument] : undefined;
    const type = isObject(property) ? property['type'] : undefined;
    return ` --arg ${argument}=<${typeof type === 'string' ? type : 'value'}>`;
  });
  return printable(`gantry call ${name}${pairs.join('')}`);
}

function hintsOf({ annotations }: ListedTool): string | undefined {
  const { readOnlyHint, destructiveHint, idempotentHint } = annotations ?? {};
  const hints = [
    ...(readOnlyHint === true ? ['only reads'] : []),
    ...(destructiveHint === true && readOnlyHint !== true ? ['may destroy'] : []),
    ...(idempotentHint === true ? ['may be repeated'] : []),
  ];
  return hints.length === 0 ? undefined : hints.join(', ');
}
