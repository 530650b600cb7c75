/** What stands for something else in `/api/servers/…`: no server has such a name. */
const reserved: ReadonlySet<string> = new Set(['published', 'probe']);

export function isReservedName(name: string): boolean {
  return reserved.has(name);
}
