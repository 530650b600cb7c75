/** Names that a plain JavaScript object answers to without having them. */
const inherited: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether `name` may be the name of a member: not one that an object inherits. */
export function isSafeName(name: string): boolean {
  return !inherited.has(name);
}

export const slugPattern = /^[a-z0-9](?:-?[a-z0-9])*$/;
export const maxSlugLength = 63;

/** A slug made of a name: `Über Träume!` becomes `uber-traume`; `undefined` when nothing of the name is left. */
export function slugOf(name: string, maxLength = maxSlugLength): string | undefined {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|(?<!-)-+$/g, '');
  return slugPattern.test(slug) && isSafeName(slug) ? slug : undefined;
}
