/** How many there are: `1 member`, `200 members so far`. */
export function inNumbers(count: number, what: string, isComplete: boolean): string {
  const counted = count === 1 ? `1 ${what}` : `${String(count)} ${what}s`;
  return isComplete ? counted : `${counted} so far`;
}
