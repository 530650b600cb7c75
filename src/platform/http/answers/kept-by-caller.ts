/** Headers of an answer that its caller may keep: for the account that it was asked in, and no other (RFC 9110 §12.5.5). */
export function keptByCaller(etag: string, cacheControl: string): Readonly<Record<string, string>> {
  return { etag, 'cache-control': `private, ${cacheControl}`, vary: 'X-Account' };
}
