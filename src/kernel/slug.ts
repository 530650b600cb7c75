import { isSafeName, maxSlugLength, slugPattern } from './names.js';

/** A slug made of a name: `Über Träume!` becomes `uber-traume`; `undefined` when nothing of the name is left. */
export function slugOf(name: string): string | undefined {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, '');
  return slugPattern.test(slug) && isSafeName(slug) ? slug : undefined;
}
