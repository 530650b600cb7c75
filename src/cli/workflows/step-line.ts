import { oneLine, printableText } from '../terminal/printable.js';
import type { Style } from '../terminal/style.js';
import type { ShownRunEvent } from './workflow-run.js';

/** One line for an event of a run that people want to see; nothing for those that only move the progress. */
export function stepLine({ event, data }: ShownRunEvent, style: Style): string | undefined {
  const step = oneLine(printableText(data['step'] ?? data['name']));
  switch (event) {
    case 'step.completed':
      return `${style.green('✓')} ${step}`;
    case 'step.failed':
      return `${style.red('✗')} ${step}${reason(data['error'])}`;
    case 'wait.required':
      return `${style.yellow('…')} ${step} waits for ${oneLine(printableText(data['type'] ?? 'a signal'))}`;
    default:
      return undefined;
  }
}

function reason(error: unknown): string {
  const { detail, title } = (error ?? {}) as { detail?: unknown; title?: unknown };
  return detail === undefined && title === undefined ? '' : `: ${oneLine(printableText(detail ?? title))}`;
}
