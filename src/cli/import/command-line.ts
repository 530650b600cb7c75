import { isObject, type ConfigObject } from '../project/json-value.js';
import { isSecretArgument } from './credentials.js';

/** `--api-key sk-…`, `--api-key=sk-…`, an address with a credential. */
export function hasSecretArgument(args: readonly string[]): boolean {
  return args.some((word, index) => {
    const [, option = args[index - 1] ?? '', value = word] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? [];
    return isSecretArgument(option, value);
  });
}

/** `npx mcp-remote <url> --header "Name: value"` only carries a remote server to clients that know none; the gateway needs no carrier. */
export function findBridge({
  args,
  env,
}: ConfigObject): { readonly url: string; readonly headers: Record<string, string> } | undefined {
  const words = Array.isArray(args) ? args.map(String) : [];
  const at = words.findIndex((word) => /^mcp-remote(@|$)/.test(word));
  const url = at < 0 ? undefined : words.slice(at + 1).find((word) => /^https?:\/\//.test(word));
  if (url === undefined) return undefined;
  const variables = texts(env);
  const headers = words.flatMap((word, index): [string, string][] => {
    const [, name, value] = words[index - 1] === '--header' ? (/^([^:]+):\s*(.*)$/s.exec(word) ?? []) : [];
    if (name === undefined || value === undefined) return [];
    return [[name, value.replace(/\$\{(\w+)\}/g, (whole, variable: string) => variables[variable] ?? whole)]];
  });
  return { url, headers: Object.fromEntries(headers) };
}

/** Members of an object as text; of anything else none. */
export function texts(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}
