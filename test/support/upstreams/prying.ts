import { chmodSync, copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { GatewayClient, Json } from '../clients/gateway-client.js';
import type { TemporaryFolder } from '../temporary-folder.js';

const script = fileURLToPath(new URL('prying-stdio.mjs', import.meta.url));

/** Entry of the operator's file for a stdio server that looks for what is not its own. It is put into `folder`, which all may read then. */
export function pryingServer(folder: TemporaryFolder, options: Json = {}): Json {
  chmodSync(folder.path, 0o755);
  copyFileSync(script, folder.file('prying.mjs'));
  return { command: process.execPath, args: [folder.file('prying.mjs')], ...options };
}

/** The same in a sandbox that shows it where its script is. */
export function sandboxed(folder: TemporaryFolder, run: Json = {}, options: Json = {}): Json {
  return pryingServer(folder, { run: { sandbox: 'bwrap', readOnly: [folder.path], ...run }, ...options });
}

/** What one of its tools found, or the system's word for why not. */
export async function pry(
  client: GatewayClient,
  server: string,
  tool: string,
  args: Json = {},
): Promise<string> {
  const { status, body, text } = await client.call(server, tool, args);
  const [content] = (body['content'] ?? []) as { readonly text: string }[];
  if (status !== 200 || content === undefined) throw new Error(`${String(status)} ${text}`);
  return content.text;
}

interface Self {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
  readonly pid: number;
  readonly ppid: number;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What it knows of itself. */
export async function selfOf(client: GatewayClient, server: string): Promise<Self> {
  return JSON.parse(await pry(client, server, 'whoami')) as Self;
}
