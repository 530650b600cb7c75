const telling =
  /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"method"\s*:\s*"notifications\/(?:message|progress)"/;

/** Whether a message begins as log lines and progress do, which say nothing to whoever does not listen to their request. */
export function isTelling(message: string): boolean {
  return telling.test(message);
}
