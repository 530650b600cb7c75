// @ts-check
// What many sessions, idle streams and tools cost one gateway: memory of each, and what a call takes beside them.
// npm run bench:scale -- [--only sessions,app-sessions,streams,app-streams,tools] [--sessions 1000] [--streams 10000] [--idle 15] [--profile folder]
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measureSessions } from './sessions.mjs';
import { measureTools } from './tools.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'sessions,app-sessions,streams,app-streams,tools' },
    sessions: { type: 'string', default: '1000' },
    streams: { type: 'string', default: '10000' },
    /** Seconds in which nothing is asked. */
    idle: { type: 'string', default: '15' },
    profile: { type: 'string' },
    entry: { type: 'string', default: fileURLToPath(new URL('../../dist/main.js', import.meta.url)) },
  },
});
const { entry, profile } = values;
const idleMs = Number(values.idle) * 1000;
const few = { entry, profile, count: Number(values.sessions), streams: false, idleMs };
const many = { entry, profile, count: Number(values.streams), streams: true, idleMs };

/** @type {Record<string, () => Promise<import('./ground.mjs').Row[]>>} */
const scenarios = {
  sessions: () => measureSessions({ ...few, at: 'server' }),
  'app-sessions': () => measureSessions({ ...few, at: 'app' }),
  streams: () => measureSessions({ ...many, at: 'server' }),
  'app-streams': () => measureSessions({ ...many, at: 'app' }),
  tools: () => measureTools({ entry, profile }),
};

for (const name of values.only.split(',')) {
  const scenario = scenarios[name];
  if (scenario === undefined) {
    process.stderr.write(`There is no scenario "${name}": ${Object.keys(scenarios).join(', ')}.\n`);
    process.exitCode = 2;
    break;
  }
  const rows = await scenario();
  const table = rows.map(([what, figure]) => `| ${what} | ${figure} |`).join('\n');
  process.stdout.write(`\n| ${name} | |\n| --- | --- |\n${table}\n`);
}
