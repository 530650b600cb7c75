import { refusedCalls } from './refused-calls.js';

const [allowed, noPermission, noFamily] = [0x7fff0000, 0x00050001, 0x00050061];

/** What a filter says of a call, as the kernel reads it (classic BPF). `args`: lower halves of the first and the third argument. */
function verdict(filter: Buffer, architecture: number, call: number, args = [0, 0]): number {
  const data = new Map([
    [0, call],
    [4, architecture],
    [16, args[0] ?? 0],
    [32, args[1] ?? 0],
  ]);
  let held = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const code = filter.readUInt16LE(at);
    const value = filter.readUInt32LE(at + 4);
    if (code === 0x06) return value;
    if (code === 0x20) held = data.get(value) ?? NaN;
    else at += 8 * filter.readUInt8(at + ((code === 0x15 ? held === value : held >= value) ? 2 : 3));
  }
  throw new Error('the filter has no end');
}

describe('The filter of a sandbox', () => {
  it.each([
    [
      'x64',
      0xc000003e,
      { read: 0, clone3: 435 },
      { keyctl: 250, bpf: 321, io_uring_setup: 425, io_uring_register: 427 },
    ],
    [
      'arm64',
      0xc00000b7,
      { read: 63, clone3: 435 },
      { keyctl: 219, bpf: 280, io_uring_setup: 425, io_uring_register: 427 },
    ],
  ] as const)(
    '[sandbox-calls] refuses some calls on %s and allows all others',
    (processor, architecture, others, some) => {
      const filter = refusedCalls(processor);
      for (const call of Object.values(others)) expect(verdict(filter, architecture, call)).toBe(allowed);
      for (const call of Object.values(some)) expect(verdict(filter, architecture, call)).toBe(noPermission);
      // Programs of 32 bits have other numbers for the same calls.
      for (const call of [0, 288]) expect(verdict(filter, 0x40000003, call)).toBe(noPermission);
    },
  );

  it.each([
    ['x64', 0xc000003e, [41, 53]],
    ['arm64', 0xc00000b7, [198, 199]],
  ] as const)(
    '[sandbox-sockets] allows only families that a network namespace divides on %s',
    (processor, architecture, calls) => {
      const filter = refusedCalls(processor);
      const families = Array.from({ length: 64 }, (_, family) => family);
      for (const call of calls) {
        const open = families.filter(
          (family) => verdict(filter, architecture, call, [family, 0]) === allowed,
        );
        // AF_UNIX, AF_INET, AF_INET6, AF_NETLINK.
        expect(open).toEqual([1, 2, 10, 16]);
        for (const protocol of [4, 9, 12, 15, 16, 21])
          expect(verdict(filter, architecture, call, [16, protocol])).toBe(noFamily);
        // TCP.
        expect(verdict(filter, architecture, call, [2, 6])).toBe(allowed);
      }
    },
  );

  it('[sandbox-calls] refuses what x64 has under numbers of its own for pointers of 32 bits', () => {
    const filter = refusedCalls('x64');
    for (const call of [0, 250]) expect(verdict(filter, 0xc000003e, 0x40000000 + call)).toBe(noPermission);
  });

  it('[sandbox-calls] is never left out: where the numbers are not known a sandbox is refused', () => {
    expect(() => refusedCalls('s390x')).toThrow(/a sandbox has no list of system calls for s390x/);
  });
});
