import { refused } from './refused.js';

/** A kind of processor as the kernel names it (linux/audit.h), and the numbers of its calls. */
interface CallTable {
  readonly architecture: number;
  /** From here on calls are those of another table that the same processor has. */
  readonly others?: number;
  readonly numbers: readonly number[];
}

/** add_key, request_key, keyctl, syslog, perf_event_open, bpf, userfaultfd, and the three of io_uring. */
const tables: Readonly<Partial<Record<NodeJS.Architecture, CallTable>>> = {
  x64: {
    architecture: 0xc000003e,
    others: 0x40000000,
    numbers: [248, 249, 250, 103, 298, 321, 323, 425, 426, 427],
  },
  arm64: { architecture: 0xc00000b7, numbers: [217, 218, 219, 116, 241, 280, 282, 425, 426, 427] },
};

/** Instructions and answers of linux/filter.h and linux/seccomp.h; where in its data the number and the architecture of a call are. */
const [load, equal, atLeast, answer] = [0x20, 0x15, 0x35, 0x06];
const [allow, noPermission] = [0x7fff0000, 0x00050001];
const [numberAt, architectureAt] = [0, 4];

/**
 * The filter (seccomp) of every sandbox, as bubblewrap takes it: without calls that reach what no namespace divides, such as keys that
 * the gateway's user has put into the kernel, or that are its largest surface; and without those of other tables, such as programs of 32 bits have.
 */
export function refusedCalls(processor: NodeJS.Architecture = process.arch): Buffer {
  const table = tables[processor];
  if (table === undefined)
    throw refused(`a sandbox has no list of system calls for ${processor}`, 'set run.sandbox to "none"');
  const { architecture, others, numbers } = table;
  const tests = [
    ...(others === undefined ? [] : [[atLeast, others] as const]),
    ...numbers.map((number) => [equal, number] as const),
  ];
  // A jump says how many instructions it leaves out: the last one refuses, and the one before it allows.
  const toRefusal = (left: number) => left + 1;
  return Buffer.concat([
    instruction(load, architectureAt),
    instruction(equal, architecture, 0, toRefusal(tests.length + 1)),
    instruction(load, numberAt),
    ...tests.map(([code, value], at) => instruction(code, value, toRefusal(tests.length - 1 - at))),
    instruction(answer, allow),
    instruction(answer, noPermission),
  ]);
}

/** `struct sock_filter`; both processors have the small end first. */
function instruction(code: number, value: number, ifSo = 0, ifNot = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifSo, 2);
  bytes.writeUInt8(ifNot, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
