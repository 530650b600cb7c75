import { refused } from './refused.js';

/** A kind of processor as the kernel names it (linux/audit.h), and the numbers of its calls. */
interface CallTable {
  readonly architecture: number;
  /** From here on calls are those of another table that the same processor has. */
  readonly others?: number;
  readonly numbers: readonly number[];
  /** socket and socketpair. */
  readonly sockets: readonly number[];
}

/** add_key, request_key, keyctl, syslog, perf_event_open, bpf, userfaultfd, and the three of io_uring. */
const tables: Readonly<Partial<Record<NodeJS.Architecture, CallTable>>> = {
  x64: {
    architecture: 0xc000003e,
    others: 0x40000000,
    numbers: [248, 249, 250, 103, 298, 321, 323, 425, 426, 427],
    sockets: [41, 53],
  },
  arm64: {
    architecture: 0xc00000b7,
    numbers: [217, 218, 219, 116, 241, 280, 282, 425, 426, 427],
    sockets: [198, 199],
  },
};

/** AF_UNIX, AF_INET and AF_INET6: a namespace of the network divides these, and not AF_VSOCK, AF_ALG and others. */
const families = [1, 2, 10] as const;
/** AF_NETLINK with NETLINK_ROUTE, by which programs list the addresses of the machine (getifaddrs). Its other protocols reach more of the kernel. */
const [netlink, netlinkRoute] = [16, 0] as const;

/** Instructions and answers of linux/filter.h and linux/seccomp.h; where in its data the number and the architecture of a call are. */
const [load, equal, atLeast, answer] = [0x20, 0x15, 0x35, 0x06];
const [allow, noPermission, noFamily] = [0x7fff0000, 0x00050001, 0x00050061];
/** The lower half of an argument is all that the kernel reads of an `int`. */
const [numberAt, architectureAt, familyAt, protocolAt] = [0, 4, 16, 32];

/**
 * The filter (seccomp) of every sandbox, as bubblewrap takes it: without calls that reach what no namespace divides, such as keys that
 * the gateway's user has put into the kernel, or that are its largest surface; without those of other tables, such as programs of 32 bits
 * have; and without sockets of families that a namespace of the network does not divide.
 */
export function refusedCalls(processor: NodeJS.Architecture = process.arch): Buffer {
  const table = tables[processor];
  if (table === undefined)
    throw refused(`a sandbox has no list of system calls for ${processor}`, 'set run.sandbox to "none"');
  const { architecture, others, numbers, sockets } = table;
  const steps: readonly Step[] = [
    { code: load, value: architectureAt },
    { code: equal, value: architecture, ifNot: 'refused' },
    { code: load, value: numberAt },
    ...(others === undefined ? [] : [{ code: atLeast, value: others, ifSo: 'refused' } as const]),
    ...numbers.map((value) => ({ code: equal, value, ifSo: 'refused' }) as const),
    ...sockets.map((value) => ({ code: equal, value, ifSo: 'socket' }) as const),
    { code: answer, value: allow },
    { code: load, value: familyAt, name: 'socket' },
    ...families.map((value) => ({ code: equal, value, ifSo: 'allowed' }) as const),
    { code: equal, value: netlink, ifNot: 'unknown' },
    { code: load, value: protocolAt },
    { code: equal, value: netlinkRoute, ifNot: 'unknown' },
    { code: answer, value: allow, name: 'allowed' },
    { code: answer, value: noFamily, name: 'unknown' },
    { code: answer, value: noPermission, name: 'refused' },
  ];
  const distance = (from: number, to: Place | undefined) =>
    to === undefined ? 0 : steps.findIndex(({ name }) => name === to) - from - 1;
  return Buffer.concat(
    steps.map(({ code, value, ifSo, ifNot }, at) =>
      instruction(code, value, distance(at, ifSo), distance(at, ifNot)),
    ),
  );
}

type Place = 'socket' | 'allowed' | 'unknown' | 'refused';

/** An instruction, and where it jumps to: without a place to the next one. */
interface Step {
  readonly code: number;
  readonly value: number;
  readonly ifSo?: Place;
  readonly ifNot?: Place;
  readonly name?: Place;
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
