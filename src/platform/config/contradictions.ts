import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { matchesGlob } from '../../kernel/text/glob.js';
import { isTrivialPassword, trivialPassword } from '../../kernel/trivial-password.js';
import type { ConfigFault } from './config-fault.js';
import { sinkAddress } from './values/sink-address.js';
import { noWayIn } from './values/sign-in-providers.js';
import type { Values } from './variables.js';

/** The first of each pair may not be above the second. */
const ordered = [
  ['BACKOFF_BASE_MS', 'BACKOFF_MAX_MS'],
  ['MAX_LIST_ITEM_BYTES', 'MAX_LIST_BYTES'],
  ['MAX_LIST_BYTES', 'ACCOUNT_LIST_BYTES'],
  ['ACCOUNT_LIST_BYTES', 'ALL_LIST_BYTES'],
  ['TOOL_TIMEOUT_MS', 'MAX_TOOL_TIMEOUT_MS'],
  ['DEVICE_POLL_SECONDS', 'DEVICE_CODE_SECONDS'],
] as const;

/** Settings that are fine on their own and cannot be meant together. */
export function contradictions(values: Values): ConfigFault[] {
  return [
    ...outOfOrder(values),
    ...halfAdmin(values),
    ...trivialAdmin(values),
    ...unusableModel(values),
    ...notAFolder(values),
    ...unusableSink(values),
    ...noWayIn(values),
    ...workersOnOneFile(values),
  ];
}

/** What one process writes to a SQLite file, others would not hear of: what each keeps in memory would be wrong. */
function workersOnOneFile({ GANTRY_WORKERS, DATABASE_URL }: Values): ConfigFault[] {
  return GANTRY_WORKERS === 1 || DATABASE_URL !== undefined
    ? []
    : [
        {
          variable: 'GANTRY_WORKERS',
          detail: `needs Postgres: SQLite is for one process, and this asks for ${String(GANTRY_WORKERS)}; set DATABASE_URL, or leave it at 1`,
        },
      ];
}

function outOfOrder(values: Values): ConfigFault[] {
  return ordered
    .filter(([less, more]) => values[less] > values[more])
    .map(([less, more]) => ({
      variable: less,
      detail: `must not be above ${more} (${String(values[less])} > ${String(values[more])})`,
    }));
}

function halfAdmin({ ADMIN_EMAIL, ADMIN_PASSWORD }: Values): ConfigFault[] {
  if ((ADMIN_EMAIL === undefined) === (ADMIN_PASSWORD === undefined)) return [];
  return ADMIN_PASSWORD === undefined
    ? [{ variable: 'ADMIN_EMAIL', detail: 'needs ADMIN_PASSWORD or ADMIN_PASSWORD_FILE beside it' }]
    : [{ variable: 'ADMIN_PASSWORD', detail: 'needs ADMIN_EMAIL beside it' }];
}

function trivialAdmin({ ADMIN_EMAIL, ADMIN_PASSWORD }: Values): ConfigFault[] {
  return ADMIN_PASSWORD !== undefined && isTrivialPassword(ADMIN_PASSWORD, ADMIN_EMAIL)
    ? [{ variable: 'ADMIN_PASSWORD', detail: trivialPassword }]
    : [];
}

function unusableModel(values: Values): ConfigFault[] {
  const { CHAT_DEFAULT_MODEL: model, CHAT_ALLOWED_MODELS: allowed } = values;
  if (model === undefined || allowed.length === 0) return [];
  return allowed.some((pattern) => matchesGlob(pattern, model))
    ? []
    : [{ variable: 'CHAT_DEFAULT_MODEL', detail: 'is none of CHAT_ALLOWED_MODELS' }];
}

function notAFolder({ DATA_DIR }: Values): ConfigFault[] {
  try {
    if (statSync(DATA_DIR, { throwIfNoEntry: false })?.isDirectory() !== false) return [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') return [];
  }
  return [{ variable: 'DATA_DIR', detail: 'is not a folder: name another, or move the file away' }];
}

function unusableSink({ AUDIT_SINK, AUDIT_SINK_HEADERS }: Values): ConfigFault[] {
  const sink = AUDIT_SINK === undefined ? undefined : sinkAddress(AUDIT_SINK);
  if (sink?.kind !== 'http' && Object.keys(AUDIT_SINK_HEADERS).length > 0)
    return [{ variable: 'AUDIT_SINK_HEADERS', detail: 'needs an https address in AUDIT_SINK beside it' }];
  if (sink?.kind !== 'file') return [];
  try {
    const file = statSync(sink.path, { throwIfNoEntry: false });
    if (file?.isFile() === false)
      return [{ variable: 'AUDIT_SINK', detail: 'is no file: name another path' }];
    accessSync(file === undefined ? dirname(sink.path) : sink.path, constants.W_OK);
    return [];
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return [{ variable: 'AUDIT_SINK', detail: `cannot be written to (${code})` }];
  }
}
