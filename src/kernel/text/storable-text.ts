/** Printable ASCII. */
const plain = /^[\x20-\x7e]*$/;

/** The beginning of a foreign text as any database takes it: without control characters, and each character whole. */
export function storableText(text: string, maxLength: number): string {
  const kept = text.length > maxLength ? text.slice(0, maxLength) : text;
  return plain.test(kept) ? kept : Buffer.from(kept.replace(/\p{Cc}/gu, '')).toString();
}
