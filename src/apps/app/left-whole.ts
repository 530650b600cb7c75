import type { AppState } from '../document/app.js';

/** Whether somebody is left all of an app, each tool of each server and each workflow: then what begins by itself may do no more than they. */
export function isLeftWhole({ config, cleared, whole }: AppState): boolean {
  if (whole === undefined) return true;
  return (
    countOf(config.mcpServers) === countOf(whole.config.mcpServers) &&
    countOf(config.workflows) === countOf(whole.config.workflows) &&
    [...(cleared?.values() ?? [])].every(({ isWhole }) => isWhole)
  );
}

function countOf(named: Readonly<Record<string, unknown>> = {}): number {
  return Object.keys(named).length;
}
