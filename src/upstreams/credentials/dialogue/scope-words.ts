const maxScopes = 200;
/** RFC 6749 §3.3. */
const scope = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;

/** The scopes of a list that is written as one text; what can be none is left out, and so is what is too much. */
export function scopeWords(text = ''): readonly string[] {
  return text
    .split(/\s+/)
    .filter((word) => scope.test(word))
    .slice(0, maxScopes);
}
