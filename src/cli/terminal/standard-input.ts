import type { CommandIo } from '../command-io.js';
import { usageFailure } from '../failure.js';

const maxBytes = 8 * 1024 * 1024;

/** All of standard input as text. */
export async function readStandardInput({ stdin }: Pick<CommandIo, 'stdin'>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) throw usageFailure('Standard input is larger than 8 MiB.', 'Send less.');
  }
  return Buffer.concat(chunks).toString('utf8');
}
