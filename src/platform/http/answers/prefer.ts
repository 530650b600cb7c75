/** Whether a caller wants to know only that a change was made, not what has become of it (`return=minimal`, RFC 7240 §4.2). */
export function wantsMinimal(prefer: string | string[] | undefined): boolean {
  return /(?:^|[,;])\s*return\s*=\s*"?minimal"?\s*(?:[,;]|$)/i.test(String(prefer ?? '').slice(0, 1024));
}
