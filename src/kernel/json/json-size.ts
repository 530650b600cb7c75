/** Whether a value of JSON takes more than so many bytes, about: stops counting when it does. */
export function isLargerThan(value: unknown, maxBytes: number): boolean {
  let left = maxBytes;
  const open: unknown[] = [value];
  while (open.length > 0 && left >= 0) {
    const next = open.pop();
    if (typeof next === 'string') left -= next.length + 2;
    else if (typeof next !== 'object' || next === null) left -= 5;
    else if (Array.isArray(next)) {
      left -= next.length + 2;
      if (left >= 0) for (const item of next as readonly unknown[]) open.push(item);
    } else
      for (const [name, member] of Object.entries(next)) {
        left -= name.length + 4;
        open.push(member);
      }
  }
  return left < 0;
}
