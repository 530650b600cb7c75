// @ts-check
// Loaded into a gateway before its own program (`node --import`): who connects to the socket RECORD_SWITCH turns its record of calls on or off,
// and is answered when all that has ended is written. One process by turns: two differ more from each other than the record costs.
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const module = join(process.env['RECORD_SWITCH_OF'] ?? '', 'platform/calls/call-log.service.js');
const { CallLog } = await import(pathToFileURL(module).href);
const { keep } = CallLog.prototype;

/** The one of this process, once a call has ended. */
let log = /** @type {any} */ (undefined);

/**
 * @this {unknown}
 * @param {unknown[]} args
 */
CallLog.prototype.keep = function (...args) {
  log = this;
  CallLog.prototype.keep = keep;
  return keep.apply(this, args);
};

createServer((socket) => {
  void log.writer.flush().then(() => {
    log.isKept = !log.isKept;
    socket.end(log.isKept ? 'on' : 'off');
  });
})
  .listen(process.env['RECORD_SWITCH'])
  .unref();
