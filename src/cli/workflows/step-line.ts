import { oneLine, textOf } from '../terminal/printable.js';
import type { Style } from '../terminal/style.js';
import type { RunEvent } from './workflow-run.js';

/** One line for an event of a run that people want to see; nothing for those that only move the progress. */
export function stepLine({ event, data }: RunEvent, style: Style): string | undefined {
  const step = oneLine(textOf(data['step'] ?? data['name']));
  switch (event) {
    case 'step.completed':
      return `${style.green('✓')} ${step}`;
    case 'step.failed':
      return `${style.red('✗')} ${step}${reason(data['error'])}`;
    case 'wait.required':
      return `${style.yellow('…')} ${step} waits for ${oneLine(textOf(data['type'] ?? 'a signal'))}`;
    default:
      return undefined;
  }
}

function reason(error: unknown): string {
  const { detail, title } = (error ?? {}) as { detail?: unknown; title?: unknown };
  return detail === undefined && title === undefined ? '' : `: ${oneLine(textOf(detail ?? title))}`;
}
