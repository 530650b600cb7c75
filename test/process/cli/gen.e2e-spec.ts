import ts from 'typescript';
import { Gantry } from '../../../src/client/gantry.js';
import { CliMachine } from '../../support/clients/cli.js';
import { createApp } from '../../support/clients/sdk-apps.js';
import { closeAfterAll } from '../../support/closing.js';
import { startGateway } from '../../support/gateway.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { npmStdio } from '../../support/upstreams/npm-servers.js';

const open = closeAfterAll();
const folder = temporaryFolder();

afterAll(() => {
  folder.remove();
});

it('[cli-gen] writes one typed function per tool; the file compiles under strict and its functions call the gateway', async () => {
  const mcpServers = { everything: npmStdio.everything(), files: npmStdio.filesystem(folder.path) };
  const gateway = await open(startGateway({ mcpServers }));
  await createApp(gateway, 'real', {
    mcpServers: { everything: { use: 'everything' }, files: { use: 'files' } },
  });
  const machine = await open(
    CliMachine.create({ GANTRY_URL: gateway.url, GANTRY_TOKEN: gateway.token, GANTRY_APP: 'real' }),
  );
  const { code, json: result } = await machine.run(['gen', 'tools.ts', '--json']);
  expect(code).toBe(0);
  const names = result['tools'] as string[];
  expect(names).toEqual(expect.arrayContaining(['everything__get-sum', 'files__read_text_file']));
  const text = machine.read('tools.ts');
  expect(text.match(/^export async function /gm)).toHaveLength(names.length);
  machine.write(
    'use.ts',
    `import { everythingEcho, everythingGetStructuredContent, everythingGetSum, type ToolCaller } from './tools.js';
export async function use(tools: ToolCaller): Promise<number> {
  await everythingGetSum(tools, { a: 1, b: 2 });
  // @ts-expect-error -- a number is wanted
  await everythingGetSum(tools, { a: '1', b: 2 });
  // @ts-expect-error -- the message is missing
  await everythingEcho(tools, {});
  return (await everythingGetStructuredContent(tools, { location: 'New York' })).temperature;
}
`,
  );
  const program = ts.createProgram([machine.file('use.ts')], {
    ...{
      strict: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      exactOptionalPropertyTypes: true,
    },
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    ...{ types: [], noEmit: true },
  });
  const faults = ts.getPreEmitDiagnostics(program);
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  const app = await Gantry.connect({ url: gateway.url, key: gateway.token, app: 'real' });
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const module = machine.write('tools.mjs', ts.transpileModule(text, { compilerOptions }).outputText);
  const tools = (await import(module)) as Record<string, (caller: unknown, args: object) => Promise<object>>;
  const sum = await tools['everythingGetSum']?.(app.tools, { a: 1, b: 2 });
  expect(sum).toMatchObject({ content: [{ text: 'The sum of 1 and 2 is 3.' }] });
});
