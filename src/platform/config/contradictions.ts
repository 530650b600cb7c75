import { statSync } from 'node:fs';
import { matchesGlob } from '../../kernel/text/glob.js';
import { isTrivialPassword, trivialPassword } from '../../kernel/trivial-password.js';
import type { ConfigFault } from './config-fault.js';
import { noWayIn } from './sign-in-providers.js';
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
    ...noWayIn(values),
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
