/** The scopes of a list that is written as one text (RFC 6749 §3.3). */
export function scopeWords(text = ''): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
