import { refusedCalls } from './refused-calls.js';

const [allowed, noPermission] = [0x7fff0000, 0x00050001];

/** What a filter says of a call, as the kernel reads it (classic BPF). */
function verdict(filter: Buffer, architecture: number, call: number): number {
  let held = 0;
  for (let at = 0; at < filter.length; at += 8) {
    const code = filter.readUInt16LE(at);
    const value = filter.readUInt32LE(at + 4);
    if (code === 0x06) return value;
    if (code === 0x20) held = value === 0 ? call : architecture;
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

  it('[sandbox-calls] refuses what x64 has under numbers of its own for pointers of 32 bits', () => {
    const filter = refusedCalls('x64');
    for (const call of [0, 250]) expect(verdict(filter, 0xc000003e, 0x40000000 + call)).toBe(noPermission);
  });

  it('[sandbox-calls] is never left out: where the numbers are not known a sandbox is refused', () => {
    expect(() => refusedCalls('s390x')).toThrow(/a sandbox has no list of system calls for s390x/);
  });
});
