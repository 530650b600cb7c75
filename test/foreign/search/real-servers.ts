import { foreignStdio } from '../servers.js';
import type { ServerEntries } from '../../support/gateway.js';
import { npmStdio } from '../../support/upstreams/npm-servers.js';

/** Real servers from npm with about a hundred tools between them, by the names that the questions use. None needs the network to start. */
export function realServers(folder: string): ServerEntries {
  return {
    everything: npmStdio.everything(),
    files: npmStdio.filesystem(folder),
    memory: npmStdio.memory(`${folder}/memory.jsonl`),
    context7: foreignStdio.context7(),
    thinking: foreignStdio.thinking(),
    github: foreignStdio.github(),
    browser: foreignStdio.browser(),
  };
}
