import { readdirSync } from 'node:fs';
import { givenPath, type CommandIo } from '../../command-io.js';
import { exitCodes, usageFailure } from '../../failure.js';
import type { CommandSession } from '../../session.js';
import { oneLine, printableText } from '../../terminal/printable.js';
import type { Terminal } from '../../terminal/terminal.js';
import { meantApp } from '../../tools/meant-app.js';
import { readFixtureFile } from '../../workflows/fixture-file.js';
import type { FixtureDifference } from '../../workflows/fixture-differences.js';
import { runFixture, type FixtureResult } from '../../workflows/fixture-run.js';

const fixtureName = /\.test\.(?:ya?ml|jsonc?)$/;
const usualFolders = ['.', 'workflows'] as const;

/** Tries documents with fixtures; ends with 1 when one came to something else than was expected. */
export async function run(session: CommandSession): Promise<void> {
  const { terminal, invocation, io } = session;
  const named = invocation.args.flatMap((path) => path ?? []);
  const paths = named.length > 0 ? named : usualFiles(io);
  const files = await Promise.all(paths.map((path) => readFixtureFile(givenPath(io, path), io.folder)));
  const gateway = session.gateway();
  const app = meantApp(session);
  const results: FixtureResult[] = [];
  for (const file of files)
    for (const fixture of file.tests) {
      const result = await runFixture(gateway, app, file, fixture);
      results.push(result);
      if (!terminal.json) show(terminal, result);
    }
  const failed = results.filter(({ passed }) => !passed).length;
  terminal.result({ passed: results.length - failed, failed, tests: results }, () => {
    terminal.say(`${String(results.length - failed)} passed, ${String(failed)} failed.`);
  });
  if (failed > 0) session.exitCode = exitCodes.failure;
}

function usualFiles(io: CommandIo): string[] {
  const files = usualFolders.flatMap((folder) =>
    namesIn(givenPath(io, folder)).map((name) => `${folder}/${name}`),
  );
  if (files.length > 0) return files.toSorted();
  throw usageFailure(
    'There are no files of fixtures here.',
    'Name them, or call them <workflow>.test.yaml, here or in the folder workflows.',
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => fixtureName.test(name));
  } catch {
    return [];
  }
}

function show(terminal: Terminal, { file, name, passed, differences, problem }: FixtureResult): void {
  const { style } = terminal;
  const mark = passed ? style.green('✓') : style.red('✗');
  terminal.line(`${mark} ${oneLine(printableText(`${file}: ${name}`))}`);
  for (const difference of differences) showDifference(terminal, difference);
  if (problem === undefined) return;
  terminal.line(`    ${oneLine(printableText(problem.title))}`);
  for (const fault of problem.faults) terminal.line(`    ${oneLine(printableText(fault))}`);
}

function showDifference(terminal: Terminal, difference: FixtureDifference): void {
  const { style } = terminal;
  terminal.line(`    ${oneLine(printableText(difference.pointer))}`);
  if ('expected' in difference) terminal.line(`      ${style.green(`- ${textOf(difference.expected)}`)}`);
  if ('actual' in difference) terminal.line(`      ${style.red(`+ ${textOf(difference.actual)}`)}`);
}

function textOf(value: unknown): string {
  return oneLine(printableText(JSON.stringify(value)));
}
