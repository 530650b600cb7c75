const minMs = 5 * 60_000;
const maxMs = 24 * 3_600_000;
const defaultMs = 3_600_000;

/** How long a document may be used without asking for it again (RFC 9111 §5.2.2, §4.2.3): five minutes to a day, an hour where nothing is said. */
export function freshForMs(cacheControl: string | undefined, age: string | undefined): number {
  const directives = new Map(
    (cacheControl ?? '')
      .toLowerCase()
      .split(',')
      .map((directive) => directive.split('=', 2).map((part) => part.trim().replace(/^"|"$/g, '')))
      .map(([name = '', value = '']) => [name, value] as const),
  );
  if (directives.has('no-store') || directives.has('no-cache')) return minMs;
  const stated = seconds(directives.get('s-maxage')) ?? seconds(directives.get('max-age'));
  if (stated === undefined) return defaultMs;
  return Math.min(maxMs, Math.max(minMs, (stated - (seconds(age) ?? 0)) * 1000));
}

function seconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
