/** Which events a `schedule.on` takes, in a sentence; nothing where it is something else. */
export function eventsInWords(on: unknown): string | undefined {
  const { one, any, all } = membersOf(on);
  const filters = one === undefined ? (any ?? all) : [one];
  if (!Array.isArray(filters) || filters.length === 0) return undefined;
  const told = filters.map(filterInWords);
  if (any === undefined && told.length > 1) return `events have come: ${told.join(', and ')}`;
  return `an event comes: ${told.join(', or ')}`;
}

function filterInWords(filter: unknown): string {
  const { with: attributes, correlate } = membersOf(filter);
  const { type, ...others } = membersOf(attributes);
  const terms = [
    ...Object.entries(others).map(([name, value]) => `${name} ${inWords(value)}`),
    ...Object.entries(membersOf(correlate)).map(([name, of]) => correlationInWords(name, membersOf(of))),
  ];
  return [inWords(type), ...(terms.length === 0 ? [] : [`with ${terms.join(' and ')}`])].join(' ');
}

function correlationInWords(name: string, { from, expect }: Readonly<Record<string, unknown>>): string {
  return [name, ...(expect === undefined ? [] : [inWords(expect)]), `from ${inWords(from)}`].join(' ');
}

function inWords(value: unknown): string {
  return value === undefined ? 'any' : typeof value === 'string' ? value : JSON.stringify(value);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
