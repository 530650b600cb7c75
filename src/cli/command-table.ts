import type { Command } from './command.js';
import { appCommands } from './table/apps.js';
import { operateCommands } from './table/operate.js';
import { peopleCommands } from './table/people.js';
import { startCommands } from './table/start.js';
import { toolCommands } from './table/tools.js';
import { workflowCommands } from './table/workflows.js';

/** Every command of `gantry`, in the order of its help. */
export const commands: readonly Command[] = [
  ...startCommands,
  ...toolCommands,
  ...appCommands,
  ...workflowCommands,
  ...peopleCommands,
  ...operateCommands,
];
