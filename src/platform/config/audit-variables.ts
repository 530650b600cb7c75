import { z } from 'zod';
import { pairs } from './tracing-variables.js';
import { sinkAddress } from './values/sink-address.js';
import { fromFileToo, integer, milliseconds, variable } from './variable.js';

/** Headers that belong to the connection and the body. */
const ours =
  /^(?:connection|content-(?:length|type|encoding)|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

const headers = pairs.superRefine((given, context) => {
  const wrong = Object.entries(given).find(([name, value]) => ours.test(name) || !/^[\t -~]*$/.test(value));
  if (wrong !== undefined) context.addIssue(`${wrong[0]} cannot be set, or not to this`);
});

/** The audit log: how long it is kept, and where else it goes. */
export const auditVariables = {
  AUDIT_DAYS: variable(integer(31, 3650), 90, 'Days after which an event of the audit log is removed'),
  AUDIT_SINK: variable<string | undefined>(
    z.string().superRefine((text, context) => {
      try {
        sinkAddress(text);
      } catch (error) {
        context.addIssue((error as Error).message);
      }
    }),
    undefined,
    'Where the audit log is sent to as it grows: `stdout`, `file:` with a path, or an https address; its events are kept until they are there',
  ),
  AUDIT_SINK_HEADERS: fromFileToo(
    variable(headers, {}, 'Headers for that address, `key=value,…`, percent-encoded', 'empty'),
  ),
  AUDIT_SINK_TIMEOUT_MS: variable(
    milliseconds(1),
    10_000,
    'Time that the sink gets to take some events before they are sent again',
  ),
};
