/** Prints what a test measured, for docs/reliability.md. */
export function figure(row: string, values: Readonly<Record<string, number | string>>): void {
  const text = Object.entries(values).map(([name, value]) => `${name} ${String(value)}`);
  process.stdout.write(`\n[figure] ${row}: ${text.join(', ')}\n`);
}

/** The slope of `values` over `times` by least squares. */
export function slope(times: readonly number[], values: readonly number[]): number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, it) => sum + it, 0) / numbers.length;
  const [t, v] = [mean(times), mean(values)];
  const above = times.reduce((sum, time, index) => sum + (time - t) * ((values[index] ?? 0) - v), 0);
  const below = times.reduce((sum, time) => sum + (time - t) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
