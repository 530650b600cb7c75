import process from 'node:process';
import { usageFailure } from '../failure.js';

const maxBytes = 8 * 1024 * 1024;

/** All of standard input as text. */
export async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) throw usageFailure('Standard input is larger than 8 MiB.', 'Send less.');
  }
  return Buffer.concat(chunks).toString('utf8');
}
