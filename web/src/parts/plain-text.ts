/**
 * Characters that show as nothing, or turn round how the others read: marks of direction, what has no width, tags (Unicode TR #36). What joins letters
 * of a script or pictures stays.
 */
const unseen = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** A text of somebody else so that a person sees all that a model would read. */
export function plainText(text: string): string {
  return text.replaceAll(
    unseen,
    (letter) => `⟨U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟩`,
  );
}
