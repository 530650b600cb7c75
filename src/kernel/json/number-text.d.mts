/** A number by the grammar of JSON (RFC 8259 §6): sign, whole part, fraction and exponent. */
export declare const jsonNumber: RegExp;

/** Text that looks like a number, outside of strings, in order. */
export declare function numberTokens(
  text: string,
): Generator<{ readonly token: string; readonly at: number }>;

/** Index of the closing quote of the string that begins at `from`, or the length of the text. */
export declare function endOfString(text: string, from: number): number;

/** Whether a double cannot hold the number. */
export declare function changesAsDouble(source: string): boolean;
