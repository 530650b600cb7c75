const sessionVersions: readonly unknown[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
const newest = '2025-11-25';

/** The revision that a handshake ends in when the gateway itself answers it. */
export function sessionVersionFor(asked: unknown): string {
  return sessionVersions.includes(asked) ? String(asked) : newest;
}
