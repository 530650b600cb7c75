/** About what V8 takes for an object or list, a member of it, and a text or number. */
const perObject = 64;
const perMember = 40;
const perText = 24;
const perNumber = 16;
const countedValues = 1000;

/** About how many bytes of the heap a value takes up, in steps that can be put aside. Names are counted once: V8 keeps them once. */
export function* countingHeapBytes(value: unknown): Generator<undefined, number> {
  const open: unknown[] = [value];
  const names = new Set<string>();
  let bytes = 0;
  for (let counted = 0; open.length > 0; counted++) {
    if (counted % countedValues === 0) yield undefined;
    const one = open.pop();
    if (typeof one === 'string') bytes += textBytes(one);
    else if (typeof one === 'number') bytes += perNumber;
    else if (typeof one === 'object' && one !== null) {
      bytes += perObject;
      const isList = Array.isArray(one);
      for (const [name, member] of one instanceof Map ? one : Object.entries(one)) {
        bytes += perMember;
        if (!isList && typeof name === 'string' && !names.has(name)) {
          names.add(name);
          bytes += textBytes(name);
        }
        open.push(member);
      }
    }
  }
  return bytes;
}

/** With two bytes for each character: whether one is enough is not known. */
function textBytes(text: string): number {
  return perText + text.length * 2;
}
