interface Format {
  readonly holds: (text: string) => boolean;
  readonly fault: string;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

/** Formats of JSON Schema that a person gets wrong; the others are for the server to judge. */
const formats: Readonly<Record<string, Format>> = {
  email: { holds: (text) => /^[^\s@]+@[^\s@]+$/.test(text), fault: 'This is not an e-mail address.' },
  uri: { holds: (text) => URL.canParse(text), fault: 'This is not an address such as https://example.com.' },
  date: {
    holds: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
    fault: 'A date is written 2026-01-31.',
  },
  'date-time': {
    holds: (text) => instant.test(text) && !Number.isNaN(Date.parse(text)),
    fault: 'A time is written 2026-01-31T12:00:00Z.',
  },
  uuid: {
    holds: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
    fault: 'This is not a UUID.',
  },
};

export function formatFault(name: string | undefined, text: string): string | undefined {
  if (name === undefined || !Object.hasOwn(formats, name)) return undefined;
  const format = formats[name];
  return format === undefined || format.holds(text) ? undefined : format.fault;
}

/** A repetition of what repeats can take longer than the page lives: a server judges such a pattern itself. */
const isEndless = /[+*}][?)]*\)[?)]*[+*{]/;

export function patternFault(pattern: string | undefined, text: string): string | undefined {
  if (pattern === undefined || pattern.length > 200 || text.length > 2000 || isEndless.test(pattern))
    return undefined;
  try {
    return new RegExp(pattern, 'u').test(text) ? undefined : `It must fit the pattern ${pattern}`;
  } catch {
    return undefined;
  }
}
