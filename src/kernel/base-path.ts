/** The path that an address of ours begins with, without a slash at its end: empty where PUBLIC_URL has none. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '');
}
