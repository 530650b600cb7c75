/** The step, whichever attempt of a `try` it is. */
export function stepOf(key: string): string {
  return key.replaceAll(/\/try#\d+(?=\/)/g, '/try');
}
