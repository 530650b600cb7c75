import { z } from 'zod';
import { bytes, integer, milliseconds, requiredText, variable } from './variable.js';

/** What an MCP server may make the gateway hold and read. */
export const upstreamVariables = {
  MAX_LIST_BYTES: variable(
    bytes(1024),
    16_777_216,
    'Largest list gathered from an MCP server, all pages together',
  ),
  MAX_LIST_ITEM_BYTES: variable(
    bytes(1024),
    1_048_576,
    'Largest item of such a list, a tool with its schemas, say',
  ),
  MAX_RESULT_ELEMENTS: variable(
    integer(1000),
    250_000,
    'Most values in one message of an MCP server of 64 KiB or more: items of lists, members, and the lists and objects themselves',
  ),
  MAX_EXCHANGE_BYTES: variable(
    bytes(1024),
    268_435_456,
    'Most that a server may send as the stream that answers one request, or beside its answer',
  ),
  MAX_EXCHANGE_EVENTS: variable(
    integer(1),
    1_000_000,
    'Most events, such as notifications, that a server may send so',
  ),
  MAX_OPENAPI_BYTES: variable(bytes(1024), 16_777_216, 'Largest OpenAPI document of a server'),
  MAX_OPENAPI_OPERATIONS: variable(integer(1, 10_000), 2000, 'Most operations in such a document'),
  MAX_OPENAPI_SCHEMA_BYTES: variable(
    bytes(1024),
    65_536,
    'Largest schema of the arguments of such an operation; a larger one is shortened',
  ),
  MAX_OPENAPI_ANSWER_BYTES: variable(
    bytes(256),
    1_048_576,
    'Longest text in an answer of such an API; a longer one is cut',
  ),
  OPENAPI_STREAM_MS: variable(
    milliseconds(1),
    10_000,
    'How long a stream is read that an operation of such an API answers with',
  ),
  OPENAPI_TTL_MS: variable(
    milliseconds(0),
    3_600_000,
    'How long after it was fetched such a document is asked for anew; `?refresh=true` asks at once',
  ),
  MAX_STARTS_AT_ONCE: variable(
    integer(1),
    8,
    'Child processes that start at a time; others wait for their turn',
  ),
  PUBLISH_COMMANDS: variable(
    z.enum(['on', 'off']),
    'on',
    'Whether the operator may publish servers that are commands at run time, in a browser; `off` leaves them to MCP_CONFIG',
  ),
  MAX_PUBLISHED_SERVERS: variable(
    integer(0, 10_000),
    500,
    'Servers that can be published at run time, beside those of MCP_CONFIG',
  ),
  STDIO_SANDBOX: variable(
    z.enum(['none', 'bwrap']),
    'none',
    'What stdio servers run in that do not say (`run.sandbox`), those of apps too; `bwrap` is bubblewrap',
  ),
  STDIO_CGROUP: variable<string | undefined>(
    requiredText.refine((path) => path.startsWith('/'), 'must be an absolute path'),
    undefined,
    'Folder of a control group (v2) that the gateway may divide among its servers, for `run.memoryMb` and `run.cpu`',
  ),
  SANDBOX_TASKS: variable(
    integer(16, 4_194_304),
    1024,
    'Processes and threads of one sandbox of a stdio server',
  ),
  SANDBOX_TMP_BYTES: variable(
    integer(65_536),
    536_870_912,
    'What the `/tmp` of such a sandbox holds, and its `/dev/shm`',
  ),
  MAX_CURSOR_BYTES: variable(bytes(64), 16_384, 'Longest cursor of a page of such a list'),
};
