// @ts-check
import { Buffer } from 'node:buffer';
import { tools } from './tools.mjs';

const weather = {
  city: 'Ljubljana',
  temperature: 21.4,
  windMs: 3.2,
  humidity: 0.58,
  pressureHpa: 1016,
  sky: 'clear',
};

/** A small result, as most tools give it. */
const smallResult = {
  content: [{ type: 'text', text: JSON.stringify(weather) }],
  structuredContent: weather,
  isError: false,
};

const logLine =
  '2025-11-20T08:15:42.118Z info build.step {"step":"compile","file":"src/café/menu.ts","ms":184}\n';

/** A result of five million bytes of text, with the quotes, line ends and accents that text has. */
const largeResult = {
  content: [{ type: 'text', text: logLine.repeat(Math.ceil(5_000_000 / Buffer.byteLength(logLine))) }],
  isError: false,
};

/** What the streaming tool gives after its progress. */
const progressResult = { content: [{ type: 'text', text: 'built' }], isError: false };

/** The results that every answer is compared with, by the tool that gives them. */
export const results = { get_weather: smallResult, export_log: largeResult, run_build: progressResult };

/** The result of `tools/list`. */
export const toolList = { tools };
