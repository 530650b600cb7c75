/** Whether what is written to standard output is read by a person: as LOG_FORMAT says, else where it is a terminal. */
export function isForPeople(format: string | undefined): boolean {
  return (format ?? (process.stdout.isTTY ? 'pretty' : 'json')) === 'pretty';
}
