// @ts-check
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const node = here('node_modules/node/bin/node');
const cli = here('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

/** What the Inspector is asked for, and what its answer has to contain. */
const tasks = [
  { args: ['--method', 'tools/list'], wanted: '"json_schema_2020_12_tool"' },
  { args: ['--method', 'tools/call', '--tool-name', 'test_simple_text'], wanted: 'simple text response' },
  { args: ['--method', 'resources/read', '--uri', 'test://static-text'], wanted: 'static text resource' },
  { args: ['--method', 'prompts/list'], wanted: '"test_prompt_with_arguments"' },
];

/**
 * Lets the MCP Inspector use a server; what went wrong, if anything.
 * @param {{ url: string, token: string, era: 'legacy' | 'modern' }} target
 * @returns {Promise<string | undefined>}
 */
export async function inspect({ url, token, era }) {
  for (const { args, wanted } of tasks) {
    const options = [
      '--transport',
      'http',
      '--protocol-era',
      era,
      '--header',
      `Authorization: Bearer ${token}`,
    ];
    const output = await run([cli, '--cli', url, ...options, ...args]);
    if (!output.includes(wanted)) return `${args.join(' ')} printed ${output.slice(0, 500)}`;
  }
  return undefined;
}

/** @param {string[]} args @returns {Promise<string>} both streams, whatever the exit code */
function run(args) {
  return new Promise((resolve) => {
    execFile(node, args, { timeout: 30_000 }, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}
