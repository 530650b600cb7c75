import type { Command } from '../command.js';

const times = {
  '--from <time>': 'from this date or RFC 3339 time on',
  '--to <time>': 'before this date or RFC 3339 time',
};
const limit = { '--limit <number>': 'how many at most (50)' };

/** Commands that look into what happens. */
export const operateCommands: readonly Command[] = [
  {
    usage: 'doctor',
    group: 'operate',
    summary: 'check the address, the clock, the token, the servers and, as operator, the gateway',
    examples: ['gantry doctor'],
    load: () => import('../commands/gateway/doctor.command.js'),
  },
  {
    usage: 'doctor oauth <address>',
    group: 'operate',
    summary: 'go the way of OAuth to an MCP server as clients do, and say what would fail',
    examples: ['gantry doctor oauth https://gantry.example.com/api/servers/github/mcp'],
    load: () => import('../commands/gateway/doctor-oauth.command.js'),
  },
  {
    usage: 'search <words>',
    group: 'operate',
    summary: 'find servers, tools, apps, workflows and pages by words',
    examples: ['gantry search file', 'gantry search "read file" --json'],
    load: () => import('../commands/gateway/search.command.js'),
  },
  {
    usage: 'settings [name]',
    group: 'operate',
    summary: 'list what the gateway is told by its variables, and where each comes from',
    examples: ['gantry settings', 'gantry settings oauth'],
    load: () => import('../commands/gateway/settings.command.js'),
  },
  {
    usage: 'usage',
    group: 'operate',
    summary: 'sum up the calls of tools by server, tool, app, user, client or day',
    options: {
      ...limit,
      '--by <dimension>': 'server, tool, app, user, client or day (day)',
      ...times,
    },
    examples: ['gantry usage', 'gantry usage --by tool --from 2026-01-01 --json'],
    load: () => import('../commands/tools/usage.command.js'),
  },
  {
    usage: 'calls [id]',
    group: 'operate',
    summary: 'list the last calls, or explain one by the request id of its answer',
    options: {
      ...limit,
      '--server <server>': 'only those of this server',
      '--tool <tool>': 'only those of this tool',
      '--status <status>': 'only ok, error, or this HTTP status',
      '--user <user>': 'only those of this person, by address or id',
      '--client <client>': 'only those of programs of this name',
      ...times,
    },
    examples: ['gantry calls', 'gantry calls --server files --status error', 'gantry calls req_…'],
    load: () => import('../commands/tools/calls.command.js'),
  },
  {
    usage: 'audit',
    group: 'operate',
    summary: 'list what happened in the account, newest first',
    options: limit,
    examples: ['gantry audit', 'gantry audit --limit 200 --json'],
    load: () => import('../commands/people/audit.command.js'),
  },
];
