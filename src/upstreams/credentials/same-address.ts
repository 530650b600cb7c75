/** Whether two addresses are those of one server: origin and path; a slash at the end and what comes after a `?` make no other. */
export function isSameAddress(one: string, other: string): boolean {
  return placeIn(one) === placeIn(other);
}

function placeIn(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/$/, '');
}
