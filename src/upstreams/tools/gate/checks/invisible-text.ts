/**
 * Characters that take part in a text and not in what a reader sees of it: of no width, turning the direction, tags, controls but for those of
 * white space.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\ufff9-\ufffb]/gu;
const whiteSpace: ReadonlySet<string> = new Set(['\t', '\n', '\r']);
/** What joins the parts of one emoji, and what keeps letters of Arabic script from joining, is seen by what it does. */
const pictured = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u20e3#*\d]$/u;
const arabic = /^\p{Script=Arabic}$/u;

/** The text without them; the same when there are none. */
export function withoutInvisible(text: string): string {
  return text.replace(invisible, (found, at: number) =>
    whiteSpace.has(found) || isAtWork(text, found, at) ? found : '',
  );
}

function isAtWork(text: string, found: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.codePointAt(at + 1) ?? 0;
  if (found === '\ufe0f') return pictured.test(before) && !before.endsWith('\ufe0f');
  if (found === '\u200d')
    return pictured.test(before) && /^\p{Extended_Pictographic}$/u.test(String.fromCodePoint(after));
  return found === '\u200c' && arabic.test(before.slice(-1)) && arabic.test(text.charAt(at + 1));
}
