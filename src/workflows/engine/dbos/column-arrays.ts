/** One array for each column, as `unnest` takes them. */
export function columns<T extends object>(rows: readonly T[], names: readonly (keyof T)[]): unknown[][] {
  return names.map((name) => rows.map((row) => row[name] ?? null));
}
