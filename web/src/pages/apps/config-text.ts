import type { AppConfig, ConfigOutcome, ConfigVersion } from '../../api/models.ts';

/** A config as the editor shows it. */
export function configText(config: AppConfig): string {
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** Who saved a version; people leave. */
export function personInWords(person: ConfigVersion['updatedBy']): string {
  if (person === null) return 'Somebody who has left';
  return person.name === '' ? person.email : person.name;
}

type Change = ConfigOutcome['changes'][number];

const verbs: Readonly<Record<Change['op'], string>> = { add: 'adds', remove: 'removes', replace: 'changes' };

/** A change in words: `changes mcpServers › files › timeoutMs from 1000 to 2000`. */
export function changeInWords({ op, path, before, after }: Change): string {
  const parts = path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const place = parts.length === 0 ? 'the whole config' : parts.join(' › ');
  switch (op) {
    case 'add':
      return `${verbs[op]} ${place}: ${short(after)}`;
    case 'remove':
      return `${verbs[op]} ${place}, which was ${short(before)}`;
    case 'replace':
      return `${verbs[op]} ${place} from ${short(before)} to ${short(after)}`;
  }
}

function short(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** What a fault at a place is about: `url` of `/mcpServers/files/url`, `the config` at the top. */
export function subjectOf(pointer: string): string {
  const last = pointer.split('/').at(-1) ?? '';
  return last === '' ? 'The config' : last.replaceAll('~1', '/').replaceAll('~0', '~');
}
