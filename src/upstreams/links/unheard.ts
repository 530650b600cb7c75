const telling =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"method"\s*:\s*"notifications\/(?:message|progress)"/;

/** So many bytes of a message are enough to tell. */
export const tellingBytes = 100;

/** Whether a message begins as log lines and progress do, which say nothing to whoever does not listen to their request. */
export function isTelling(message: string): boolean {
  return telling.test(message);
}
