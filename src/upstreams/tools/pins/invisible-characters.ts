/**
 * Characters that people do not see but models read: tags, bidirectional controls, zero-width and filler characters, variation
 * selectors, annotation marks.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
/** What holds an emoji together is not meant. */
const emoji =
  /\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?(?:\u200D\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)*|[\d#*]\uFE0F\u20E3/gu;

/** The invisible characters in a text, each once, as `U+200B`. */
export function invisibleCharacters(text: string): string[] {
  if (!/[^ -~]/.test(text)) return [];
  const found = text.replace(emoji, '').match(invisible) ?? [];
  return [...new Set(found)].map(
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}
