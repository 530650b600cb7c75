import { givenPath } from '../command-io.js';
import { usageFailure } from '../failure.js';
import type { CommandSession } from '../session.js';
import { readStandardInput } from '../terminal/standard-input.js';
import { readApiDocument } from './api-document.js';

/** A server as `mcp.json` declares one: by its address, or its OpenAPI document or where that is, and headers, or with `-` as standard input has it. */
export async function declarationOf(
  { invocation, io }: CommandSession,
  address: string,
): Promise<Record<string, unknown>> {
  const headers = Object.fromEntries(invocation.list('header').map(headerOf));
  const description = invocation.text('description');
  const baseUrl = invocation.text('baseUrl');
  const isApi = invocation.flag('openapi') || baseUrl !== undefined;
  const given =
    address === '-'
      ? readDeclaration(await readStandardInput(io))
      : isApi
        ? {
            openapi: isAddress(address) ? address : readApiDocument(givenPath(io, address)),
            ...(baseUrl === undefined ? {} : { baseUrl }),
          }
        : { url: address };
  return {
    ...given,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(description === undefined ? {} : { description }),
  };
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

function headerOf(text: string): [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals < 1)
    throw usageFailure(`${text} is no header.`, 'Write it as name=value: --header "Authorization=Bearer …"');
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function readDeclaration(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw usageFailure('Standard input is not JSON.', 'Send one server as mcp.json has it: {"url": "…"}');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageFailure(
      'Standard input is no JSON object.',
      'Send one server as mcp.json has it: {"url": "…"}',
    );
  return value as Record<string, unknown>;
}
