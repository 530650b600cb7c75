import type { ServerDeclaration } from '../../api/models.ts';

/** What a person types to add a server. */
export interface ServerDraft {
  readonly name: string;
  /** `https://…`, or a command with its arguments. */
  readonly target: string;
  /** `NAME=value`, one a line. */
  readonly pairs: string;
  /** The address is that of the OpenAPI document of an API. */
  readonly isDocument: boolean;
  /** Where that API is, if not where its document is. */
  readonly baseUrl: string;
}

export interface DraftFaults {
  readonly baseUrl?: string;
  readonly name?: string;
  readonly target?: string;
  readonly pairs?: string;
}

/** Words of a command line, with quotes and backslashes as a POSIX shell reads them; nothing is expanded. `undefined`: a quote is open. */
export function wordsOf(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (quote === "'") {
      if (letter === "'") quote = '';
      else word = (word ?? '') + letter;
    } else if (letter === '\\') {
      word = (word ?? '') + line.charAt(++at);
    } else if (quote === '"') {
      if (letter === '"') quote = '';
      else word = (word ?? '') + letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  if (quote !== '') return undefined;
  if (word !== undefined) words.push(word);
  return words;
}

export function isAddress(target: string): boolean {
  return /^https?:\/\//i.test(target.trim());
}

/** Whether an address is one that documents have. */
export function looksLikeDocument(target: string): boolean {
  return isAddress(target) && /(?:\.(?:json|ya?ml)|\/(?:openapi|api-docs))(?:[?#]|$)/i.test(target.trim());
}

/** What is wrong with the draft; `undefined` members when nothing is. */
export function faultsOf(
  { name, target, pairs, isDocument, baseUrl }: ServerDraft,
  isNameNeeded: boolean,
): DraftFaults {
  const isFine = baseUrl.trim() === '' || (isAddress(baseUrl) && URL.canParse(baseUrl.trim()));
  return {
    ...(isDocument && isAddress(target) && !isFine
      ? { baseUrl: 'An address that begins with https://, or nothing.' }
      : {}),
    ...(isNameNeeded && !/^[a-z0-9](-?[a-z0-9])*$/.test(name)
      ? { name: 'Lower-case letters and digits, with single hyphens between them.' }
      : {}),
    ...(targetFault(target) ?? {}),
    ...(pairsOf(pairs) === undefined ? { pairs: 'Each line is NAME=value.' } : {}),
  };
}

function targetFault(target: string): { target: string } | undefined {
  if (target.trim() === '') return { target: 'An address that begins with https://, or a command.' };
  if (isAddress(target))
    return URL.canParse(target.trim()) ? undefined : { target: 'This address cannot be read.' };
  return wordsOf(target) === undefined ? { target: 'A quote is not closed.' } : undefined;
}

function pairsOf(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([^=\s]+)\s*=(.*)$/.exec(line));
  if (pairs.some((pair) => pair === null)) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', (pair?.[2] ?? '').trim()]));
}

/** The draft as `mcp.json` would say it. Call it without faults only. */
export function definitionOf({ target, pairs, isDocument, baseUrl }: ServerDraft): ServerDeclaration {
  const named = pairsOf(pairs) ?? {};
  const has = Object.keys(named).length > 0;
  const headers = has ? { headers: named } : {};
  if (isAddress(target) && isDocument) {
    const base = baseUrl.trim();
    return { openapi: target.trim(), ...(base === '' ? {} : { baseUrl: base }), ...headers };
  }
  if (isAddress(target)) return { url: target.trim(), ...headers };
  const [command = '', ...args] = wordsOf(target) ?? [];
  return { command, ...(args.length > 0 ? { args } : {}), ...(has ? { env: named } : {}) };
}

/** A name that a server of this target could have. */
export function nameFor(target: string): string {
  const words =
    isAddress(target) && URL.canParse(target.trim()) ? hostParts(target.trim()) : commandParts(target);
  const name = words
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return name
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
}

function hostParts(address: string): string[] {
  const parts = new URL(address).hostname
    .split('.')
    .filter((part) => !/^(www|api|mcp|com|org|net|io|dev)$/.test(part));
  return parts.slice(0, 1);
}

function commandParts(line: string): string[] {
  const words = (wordsOf(line) ?? []).filter((word) => !word.startsWith('-'));
  const [command = '', first] = words;
  const named = /^(npx|uvx|bunx|node|python3?|docker|deno)$/.test(command) ? (first ?? command) : command;
  const last = named.split('/').at(-1) ?? named;
  return [
    last.replace(/@[\d.]+$/, '').replace(/^(mcp-server-|server-)|(-mcp-server|-server|-mcp|\.[a-z]+)$/g, ''),
  ];
}
