/** Whether two issuers are one; a slash at the end makes no other. */
export function isSameIssuer(one: string, other: string | undefined): boolean {
  return one.replace(/\/$/, '') === other?.replace(/\/$/, '');
}
