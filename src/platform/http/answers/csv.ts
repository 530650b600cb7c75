/** What spreadsheets take for the beginning of a formula, and would run (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r]/;
const special = /[",\r\n]/;

/** A line of a CSV file (RFC 4180), its end included. */
export function csvLine(cells: readonly (string | number | boolean | null | undefined)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | null | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') return String(value);
  const harmless = formula.test(value) ? `'${value}` : value;
  return special.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
