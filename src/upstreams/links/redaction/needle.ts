/** So much of a value may begin or end it and stand elsewhere in it, too, for the search of the platform: that takes so many times as long at worst. */
const mostRepeated = 8;

/**
 * Finds one value among bytes in a time that grows with their number and no faster, whatever value and bytes their author has chosen: the
 * search of the platform takes the product of both lengths where a value repeats itself, and so do not go there (Knuth, Morris, Pratt 1977).
 */
export class Needle {
  /** For each beginning of the value, how much of its end begins the value, too; `undefined` where the platform is fast. */
  private readonly borders: Int32Array | undefined;

  constructor(private readonly bytes: Buffer) {
    const borders = bordersOf(bytes);
    const repeats = [borders, bordersOf(Buffer.from(bytes).reverse())].some((of) =>
      of.some((length) => length > mostRepeated),
    );
    this.borders = repeats ? borders : undefined;
  }

  get length(): number {
    return this.bytes.length;
  }

  /** Where the value begins at `from` or later; -1: nowhere. */
  indexIn(text: Buffer, from = 0): number {
    if (this.borders === undefined) return text.indexOf(this.bytes, from);
    const { end, known } = this.scan(text, from, this.borders);
    return known === this.length ? end - known : -1;
  }

  /** How many bytes at the end of `text`, in which the value does not stand whole there, could be its beginning. */
  begunIn(text: Buffer): number {
    const from = Math.max(0, text.length - this.length + 1);
    if (this.borders !== undefined) return this.scan(text, from, this.borders).known;
    for (
      let at = text.indexOf(this.bytes[0] ?? 0, from);
      at >= 0;
      at = text.indexOf(this.bytes[0] ?? 0, at + 1)
    )
      if (this.bytes.compare(text, at, text.length, 0, text.length - at) === 0) return text.length - at;
    return 0;
  }

  /** Reads until the value has ended, or to the end; `known` bytes before `end` are the beginning of the value. */
  private scan(
    text: Buffer,
    from: number,
    borders: Int32Array,
  ): { readonly end: number; readonly known: number } {
    const { bytes } = this;
    let known = 0;
    let end = from;
    while (end < text.length && known < bytes.length) {
      const byte = text[end];
      while (known > 0 && bytes[known] !== byte) known = borders[known - 1] ?? 0;
      if (bytes[known] === byte) known++;
      end++;
    }
    return { end, known };
  }
}

function bordersOf(bytes: Buffer): Int32Array {
  const borders = new Int32Array(bytes.length);
  for (let end = 1, known = 0; end < bytes.length; end++) {
    while (known > 0 && bytes[known] !== bytes[end]) known = borders[known - 1] ?? 0;
    if (bytes[known] === bytes[end]) known++;
    borders[end] = known;
  }
  return borders;
}
