/** The first of these rows, as many as have `bytes` together. */
export function firstBytes<T extends { readonly bytes: number }>(rows: readonly T[], bytes: number): T[] {
  const first: T[] = [];
  let left = bytes;
  for (const row of rows) {
    if (left <= 0) break;
    first.push(row);
    left -= row.bytes;
  }
  return first;
}

export function sumOfBytes(rows: readonly { readonly bytes: number }[]): number {
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}
