import { heardOf, type Hearing } from '../../../upstreams/tools/gate/hearing.js';
import { changedEvent } from './changed-events.js';

/** What every event that is looked at holds, or a name that is written with an escape. */
const hints = ['notifications/', '\\u', '\\/'];

/** What a client gets of an event of a stream, where it does not hear all; `undefined`: it does. */
export function toldEvent(hearing: Hearing | undefined): ((block: string) => string | undefined) | undefined {
  if (hearing === undefined) return undefined;
  return (block) =>
    hints.some((hint) => block.includes(hint))
      ? changedEvent(block, (message) => heardOf(message, hearing))
      : block;
}
