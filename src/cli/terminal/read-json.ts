import type { CommandIo } from '../command-io.js';
import { usageFailure } from '../failure.js';
import { readStandardInput } from './standard-input.js';

/** JSON of the command line, of standard input for `-`. Throws a usage failure. */
export async function readJson(io: CommandIo, given: string, what: string): Promise<unknown> {
  const text = given === '-' ? await readStandardInput(io) : given;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw usageFailure(`The ${what} is not JSON: ${(error as Error).message}`, `For example: '{"amount":5}'`);
  }
}
