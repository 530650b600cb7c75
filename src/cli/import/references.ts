/** A place in a value that a client replaces: `${env:NAME}`, `${NAME:-default}`, `${input:id}`, `$NAME` and their like. */
export interface Reference {
  /** `other`: what only the client can read, such as a file or the output of a command. */
  readonly kind: 'variable' | 'input' | 'folder' | 'other';
  readonly name: string;
  /** What stands for a variable that is not set. */
  readonly fallback?: string;
}

/** `${{ secrets.NAME }}` of Continue, `${kind:name:-default}`, `{env:NAME}` and `{file:path}` of OpenCode. */
const braced = /\$\{\{\s*(?:secrets|inputs|env)\.([\w.-]+)\s*\}\}|\$\{([^{}]*)\}|\{(env|file):([^{}]+)\}/g;
/** Gemini CLI, and mcporter with `$env:`: a whole value, or what follows the scheme. Elsewhere a `$` is text. */
const bare = /^((?:(?:Bearer|Basic|Token|ApiKey)\s+)?)\$(?:env:)?([A-Z_][A-Z0-9_]*)$/i;
const folders: ReadonlySet<string> = new Set([
  ...['workspaceFolder', 'workspaceRoot', 'workspaceFolderBasename', 'userHome', 'cwd', 'pathSeparator', '/'],
]);

/** The value of a header or variable with what `replace` gives for each reference. References to secrets of the gateway stay as they are. */
export function replaceReferences(
  value: string,
  replace: (reference: Reference, text: string) => string,
): string {
  const [, scheme, variable] = bare.exec(value) ?? [];
  return variable === undefined
    ? replaceBraced(value, replace)
    : `${scheme ?? ''}${replace({ kind: 'variable', name: variable }, value)}`;
}

/** The same for an argument, in which `$NAME` is for the program. */
export function replaceBraced(
  value: string,
  replace: (reference: Reference, text: string) => string,
): string {
  return value.replace(
    braced,
    (
      text: string,
      ofContinue: string | undefined,
      inside: string | undefined,
      ofOpenCode: string | undefined,
      target: string | undefined,
    ) => {
      if (ofContinue !== undefined) return replace({ kind: 'variable', name: ofContinue }, text);
      if (target !== undefined)
        return replace({ kind: ofOpenCode === 'env' ? 'variable' : 'other', name: target }, text);
      const { kind, name, fallback } = partsOf(inside ?? '');
      return kind === 'secret' ? text : replace(referenceTo(kind, name, fallback), text);
    },
  );
}

/** The parts of `kind:name:-fallback`, of which the name alone must be there. */
function partsOf(inside: string): { kind?: string; name: string; fallback?: string } {
  const end = inside.indexOf(':-');
  const [head, fallback] = end < 0 ? [inside] : [inside.slice(0, end), inside.slice(end + 2)];
  const colon = head.indexOf(':');
  const kind = colon > 0 && /^[A-Za-z]+$/.test(head.slice(0, colon)) ? head.slice(0, colon) : undefined;
  return {
    ...(kind === undefined ? {} : { kind }),
    name: kind === undefined ? head : head.slice(colon + 1),
    ...(fallback === undefined ? {} : { fallback }),
  };
}

export function hasReferences(value: string): boolean {
  let found = false;
  replaceReferences(value, (_, text) => {
    found = true;
    return text;
  });
  return found;
}

/** `{{LIBRECHAT_USER_ID}}` and its like stand for something of each person who uses the client. */
export function hasPersonalValue(value: string): boolean {
  return /(?<!\$)\{\{[^{}]*\}\}/.test(value);
}

function referenceTo(kind: string | undefined, name: string, fallback: string | undefined): Reference {
  if (kind === undefined && folders.has(name)) return { kind: 'folder', name };
  const read =
    kind === undefined || kind.toLowerCase() === 'env'
      ? /^\w+$/.test(name)
        ? 'variable'
        : 'other'
      : kind === 'input'
        ? 'input'
        : 'other';
  return { kind: read, name, ...(fallback === undefined ? {} : { fallback }) };
}
