interface Family {
  readonly head: string[];
  readonly samples: string[];
}

/** Several answers in the text format of Prometheus as one: each metric is described once, and all its samples follow. */
export function joinFamilies(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) addFamilies(families, text);
  return [...families.values()]
    .map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`)
    .join('\n');
}

function addFamilies(families: Map<string, Family>, text: string): void {
  let family: Family | undefined;
  let isDescribed = false;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [mark, kind, name = ''] = line.split(' ', 3);
    if (mark !== '#') {
      family?.samples.push(line);
      continue;
    }
    if (kind === 'HELP') {
      isDescribed = families.has(name);
      family = families.get(name) ?? { head: [], samples: [] };
      families.set(name, family);
    }
    if (!isDescribed) family?.head.push(line);
  }
}
