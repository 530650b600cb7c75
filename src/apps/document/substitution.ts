const secretReference = /\$\{secret:([A-Z][A-Z0-9_]{0,63})\}/g;

export const secretNamePattern = /^[A-Z][A-Z0-9_]{0,63}$/;

/** The names of the secrets that `text` asks for. */
export function secretNamesIn(text: string): string[] {
  return [...text.matchAll(secretReference)].map(([, name]) => String(name));
}

export function isSecretReference(substitution: string): boolean {
  return substitution.replace(secretReference, '') === '';
}

/** Puts values in place of `${secret:NAME}`, in one pass: what a value holds is not looked at again. */
export function substituteSecrets(text: string, valueOf: (name: string) => string): string {
  return text.replace(secretReference, (_, name: string) => valueOf(name));
}
