import { readFileSync } from 'node:fs';
import type { Json } from '../../../support/clients/gateway-client.js';
import type { GatewayProcess } from '../../../support/processes/gateway-process.js';
import { descendantsOf } from '../../../support/processes/processes.js';
import { pry } from '../../../support/upstreams/prying.js';

/** A row of the table: what a server gets at that tries it. */
interface Attack {
  readonly what: string;
  readonly of: (server: string) => Promise<string>;
  /** Whether it can be tried here. */
  readonly isKnown?: (server: string) => boolean;
}

/** What there is to get at. */
interface Prey {
  readonly gateway: GatewayProcess;
  /** A path in a folder that everybody may look into. */
  readonly outside: (name: string) => string;
  /** Root's, for all to run, where sandboxes show it. */
  readonly setuidProgram: string;
  /** Of a socket without a file. */
  readonly abstractName: string;
  /** One that somebody has open. */
  readonly terminal: string;
}

/** Whether the gateway may change users, and so reach whatever it likes. */
export const isRoot = process.getuid?.() === 0;

/** The argument by which the second server is known that is held in like `server`. */
export function siblingOf(server: string): string {
  return `${server}-sibling`;
}

/** Whether a server is in a sandbox. */
export function isHeld(server: string): boolean {
  return server === 'held' || server === 'cut';
}

/** What all of them try, but for living on. */
export function attacks(prey: Prey): readonly Attack[] {
  return [...onGateway(prey), ...onSystem(prey), ...onSibling(prey.gateway), ...onKernel(prey.gateway)];
}

function onGateway({ gateway, outside }: Prey): readonly Attack[] {
  const { pid, state } = gateway;
  const trying = tryingAt(gateway);
  const read = (path: string) => trying('read', { path });
  return [
    { what: 'variables of the gateway, `/proc/<pid>/environ`', of: read(`/proc/${String(pid)}/environ`) },
    { what: 'those of what started the gateway', of: read(`/proc/${String(process.pid)}/environ`) },
    { what: 'the memory of the gateway', of: trying('peek', { pid }), isKnown: mayTrace },
    { what: 'the list of its open files', of: read(`/proc/${String(pid)}/fd`) },
    { what: 'a signal to it', of: trying('signal', { pid }) },
    { what: 'sockets and files that the gateway has open, left to the server', of: trying('descriptors') },
    {
      what: '`DATA_DIR`: the database',
      of: read(state.folder.file('gantry.sqlite')),
      // One elsewhere has no file.
      isKnown: () => state.database.url === undefined,
    },
    { what: '`mcp.json`', of: read(state.folder.file('mcp.json')) },
    { what: 'a file of the gateway’s user', of: read(outside('own.txt')) },
    { what: 'a file that everybody may read', of: read(outside('open.txt')) },
    {
      what: 'writing where only the gateway’s user may',
      of: trying('write', { path: outside('new.txt') }),
    },
  ];
}

function onSystem({ gateway, outside, ...prey }: Prey): readonly Attack[] {
  const trying = tryingAt(gateway);
  const port = Number(new URL(gateway.client.url).port);
  const paths = ['/', '/dev', '/dev/shm', '/run', '/var', '/tmp'];
  return [
    { what: 'a terminal to type into', of: trying('terminal') },
    {
      what: 'typing into a terminal of somebody else’s (`TIOCSTI`)',
      of: trying('type', { path: prey.terminal }),
      isKnown: (server) => isRoot || isHeld(server),
    },
    {
      what: 'a socket in the file system, such as Docker’s',
      of: trying('connect', { path: outside('socket') }),
    },
    { what: 'a socket without a file', of: trying('connect', { path: prey.abstractName }) },
    { what: 'the network, that of the machine itself', of: trying('connect', { port }) },
    {
      what: 'the rights of root by a setuid program',
      of: trying('setuid', { path: prey.setuidProgram }),
      isKnown: () => isRoot,
    },
    { what: 'namespaces of its own', of: trying('namespaces') },
    { what: 'more than `SANDBOX_TASKS` processes', of: trying('tasks', { count: 100 }) },
    { what: 'more than `SANDBOX_TMP_BYTES` in a file', of: trying('fill', { paths, bytes: 2 ** 21 }) },
    {
      what: 'more watchers of files (inotify) than 16',
      of: async (server) => {
        if (!isHeld(server)) return kernelSays;
        return Number(await trying('watchers', { count: 17 })(server)) > 16 ? 'had' : 'none';
      },
    },
    { what: 'memory, without `memoryMb`', of: trying('grow', { mib: 64 }) },
  ];
}

/** Each has a second one beside it that is held in like itself. */
function onSibling(gateway: GatewayProcess): readonly Attack[] {
  const name = `gantry-attack-${String(gateway.pid)}`;
  const pidOf = (server: string) => pidOfSibling(gateway, server);
  const first = (server: string, tool: string, args: Json) =>
    pry(gateway.client, siblingOf(server), tool, args);
  const then = (server: string, tool: string, args: Json) => pry(gateway.client, server, tool, args);
  const shared = (folder: string) => async (server: string) => {
    const path = `${folder}/${name}-${server}`;
    await first(server, 'write', { path });
    const got = await then(server, 'read', { path });
    await first(server, 'remove', { path });
    return got;
  };
  return [
    {
      what: 'variables of another server that is held in like it',
      of: async (server) => then(server, 'read', { path: `/proc/${String(await pidOf(server))}/environ` }),
    },
    {
      what: 'its memory',
      of: async (server) => then(server, 'peek', { pid: await pidOf(server) }),
      isKnown: mayTrace,
    },
    {
      what: 'command over it, as a debugger has (`ptrace`)',
      of: async (server) =>
        then(server, 'system', { call: 'ptrace', args: [traceSeize, await pidOf(server), 0, 0] }),
      isKnown: mayTrace,
    },
    { what: 'what it has in `/tmp`', of: shared('/tmp') },
    { what: 'what it has in `/dev/shm`', of: shared('/dev/shm') },
    {
      what: 'memory that it shares (System V)',
      of: async (server) => {
        const key = gateway.pid * 4 + Object.keys(columns).indexOf(server);
        await first(server, 'share', { key, size: 16 });
        const got = await then(server, 'share', { key });
        await first(server, 'unshare', { key });
        return got;
      },
    },
    {
      what: 'keys that it has put into the kernel (`keyctl`)',
      of: async (server) => {
        const description = `${name}-${server}`;
        await first(server, 'system', {
          call: 'add_key',
          args: ['user', description, 'secret', 6, userKeys],
        });
        const args = [keySearch, userKeys, 'user', description, 0];
        const got = await then(server, 'system', { call: 'keyctl', args });
        const [, key] = got.split(' ');
        if (key !== undefined)
          await then(server, 'system', { call: 'keyctl', args: [keyUnlink, key, userKeys] });
        return got;
      },
    },
  ];
}

/** What those get that are in no sandbox is the kernel's to say, and differs from one to the next. */
function onKernel(gateway: GatewayProcess): readonly Attack[] {
  const calling = (call: string, ...args: readonly (string | number)[]) => {
    const attack = tryingAt(gateway)('system', { call, args: [...args] });
    return (server: string) => (isHeld(server) ? attack(server) : Promise.resolve(kernelSays));
  };
  return [
    { what: 'what the kernel has logged (`syslog`)', of: calling('syslog', 3, '@4096', 4096) },
    { what: 'the kernel’s `io_uring`', of: calling('io_uring_setup', 8, '@120') },
    { what: '`userfaultfd`', of: calling('userfaultfd', 0) },
    { what: '`bpf`', of: calling('bpf', 0, '@72', 72) },
    { what: 'a socket to the hypervisor (`AF_VSOCK`)', of: calling('socket', 40, 1, 0) },
    { what: 'a socket into the kernel’s ciphers (`AF_ALG`)', of: calling('socket', 38, 5, 0) },
    { what: 'a socket of its audit log (`AF_NETLINK`)', of: calling('socket', 16, 3, 9) },
    { what: '`perf_event_open`', of: calling('perf_event_open', '@128', 0, -1, -1, 0) },
  ];
}

/** How the servers are held in, and what the table calls that. */
export const columns = {
  plain: 'as it is',
  as: '`as`',
  held: '`sandbox`',
  cut: '`sandbox`, `network` `none`',
};

/** What is not tried. */
export const kernelSays = 'as the kernel is set up';

/** Of linux/ptrace.h and linux/keyctl.h. */
const traceSeize = 0x4206;
const [userKeys, keySearch, keyUnlink] = [-4, 10, 9];

function tryingAt(gateway: GatewayProcess) {
  return (tool: string, args: Json = {}) =>
    (server: string): Promise<string> =>
      pry(gateway.client, server, tool, args);
}

/** Some kernels keep apart the programs of one user (Yama); root is above that. */
function mayTrace(server: string): boolean {
  return isHeld(server) || (server === 'plain' && isRoot) || traceScope() === '0';
}

function traceScope(): string {
  try {
    return readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'latin1').trim();
  } catch {
    return '0';
  }
}

/** Its id on the machine; it runs once it was called. */
async function pidOfSibling(gateway: GatewayProcess, server: string): Promise<number> {
  await pry(gateway.client, siblingOf(server), 'whoami');
  const found = descendantsOf(gateway.pid).find(
    ({ command }) => command.startsWith(process.execPath) && command.endsWith(siblingOf(server)),
  );
  if (found === undefined) throw new Error(`${siblingOf(server)} does not run`);
  return found.pid;
}
