// A stdio MCP server of revision 2025-11-25 that looks for what is not its own. Its tools tell what they got, or the system's word for why not:
//   read {path}      the text of a file, or the names in a folder
//   write {path}     adds a line to a file
//   link {path, target}  puts a symbolic link there
//   remove {path}    takes a file away
//   whoami           {uid, gid, groups, ppid, pid, cwd, home, environment: names}
//   connect {port, path}   whether something on the loopback address, or at a socket of that name, can be reached
//   signal {pid}     whether it may be sent signals
//   peek {pid}       whether its memory can be read
//   descriptors      sockets and files that it did not open
//   terminal         whether there is one to type into
//   system {call, args}   a call of the kernel's by its name; `@16` are so many bytes of zeros
//   watchers {count}  how many watchers of files (inotify) it gets of that many
//   sockets {list}   of families, types and protocols of sockets, what comes of each: `open` or the system's word
//   type {path}      whether it can put a letter into what is typed at a terminal
//   share {key, size}  whether it gets memory of that key (System V), which it makes when given a size
//   unshare {key}    whether it ends that memory
//   setuid {path}    whether a copy of `id` that is root's runs as root
//   namespaces       whether it can make more of them
//   tasks {count}    whether it can have so many processes; they end then
//   grow {mib}       takes so much memory, and keeps it
//   burn {ms}        how much processor time it had, in percent, while it wanted all of one
//   fill {paths, bytes}   the first folder that takes so much, and `none` else
//   linger {seconds}  leaves a process behind, in a session of its own
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const inherited = readdirSync('/proc/self/fd')
  .filter((fd) => Number(fd) > 2)
  .map(linkOf)
  .filter((link) => /^(?:socket:|\/(?!dev\/|proc\/))/.test(link));
const kept = [];

/** Numbers of calls on processors of 64 bits: x64 and arm64. */
const calls = {
  socket: [41, 198],
  ptrace: [101, 117],
  syslog: [103, 116],
  add_key: [248, 217],
  keyctl: [250, 219],
  perf_event_open: [298, 241],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
};

/** Perl comes with every Debian, and makes calls of the kernel's without anything compiled. */
function perl(program, ...args) {
  const named = 'sub say_it { print $_[0] ? "done".($_[1] // "") : (sort grep { $!{$_} } keys %!)[0] } ';
  const { stdout, status } = spawnSync('perl', ['-MErrno', '-e', named.concat(program), ...args.map(String)]);
  if (status !== 0 || stdout.length === 0) throw Object.assign(new Error('perl failed'), { code: 'no perl' });
  return stdout.toString();
}

function linkOf(fd) {
  try {
    return readlinkSync(join('/proc/self/fd', fd));
  } catch {
    return 'gone';
  }
}

const run = {
  read: ({ path }) =>
    statSync(path).isDirectory() ? readdirSync(path).join('\n') : readFileSync(path, 'latin1'),
  write: ({ path }) => {
    appendFileSync(path, 'written\n');
    return 'written';
  },
  link: ({ path, target }) => {
    symlinkSync(target, path);
    return 'linked';
  },
  remove: ({ path }) => {
    rmSync(path);
    return 'gone';
  },
  whoami: () => {
    const { pid, ppid, env } = process;
    const ids = { uid: process.getuid(), gid: process.getgid(), groups: process.getgroups() };
    return JSON.stringify({ ...ids, pid, ppid, cwd: process.cwd(), env });
  },
  connect: ({ port, path }) =>
    new Promise((resolve, reject) => {
      const socket = connect(path === undefined ? { port, host: '127.0.0.1' } : { path }, () => {
        socket.destroy();
        resolve('connected');
      }).on('error', reject);
    }),
  signal: ({ pid }) => (process.kill(pid, 0) ? 'sent' : 'none'),
  peek: ({ pid }) => {
    const [start] = readFileSync(join('/proc', String(pid), 'maps'), 'latin1').split('-', 1);
    const bytes = readSync(
      openSync(join('/proc', String(pid), 'mem')),
      Buffer.alloc(16),
      0,
      16,
      BigInt('0x'.concat(start)),
    );
    return bytes > 0 ? 'read' : 'none';
  },
  descriptors: () => inherited.join('\n'),
  terminal: () => (openSync('/dev/tty', 'r+') > 0 ? 'opened' : 'none'),
  system: ({ call, args = [] }) =>
    perl(
      'my ($call, @args) = map { /^@(\\d+)$/ ? "\\0" x $1 : /^-?\\d+$/ ? 0 + $_ : $_ } @ARGV; my $got = syscall($call, @args); say_it($got >= 0, " $got")',
      ...[calls[call][process.arch === 'arm64' ? 1 : 0], ...args],
    ),
  sockets: ({ list }) =>
    perl(
      'my $call = 0 + shift; print join " ", map { my @args = map { 0 + $_ } split /:/; syscall($call, @args) >= 0 ? "open" : (sort grep { $!{$_} } keys %!)[0] } @ARGV',
      calls.socket[process.arch === 'arm64' ? 1 : 0],
      ...list,
    ),
  watchers: ({ count }) =>
    perl(
      'my ($call, $count) = @ARGV; my $had = 0; $had++ while $had < $count && syscall(0 + $call, 0) >= 0; print $had',
      process.arch === 'arm64' ? 26 : 294,
      count,
    ),
  type: ({ path }) =>
    perl('my $letter = "x"; say_it(open(my $to, "+<", $ARGV[0]) && ioctl($to, 0x5412, $letter))', path),
  share: ({ key, size = 0 }) =>
    perl('say_it(defined shmget($ARGV[0], $ARGV[1], $ARGV[1] ? 01666 : 0))', key, size),
  unshare: ({ key }) => perl('say_it(shmctl(shmget($ARGV[0], 0, 0), 0, 0))', key),
  setuid: ({ path }) => (spawnSync(path, ['-u']).stdout?.toString().trim() === '0' ? 'root' : 'none'),
  namespaces: () =>
    spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0 ? 'made' : 'none',
  tasks: async ({ count }) => {
    const had = [];
    try {
      while (had.length < count) {
        const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
        await once(child, 'spawn');
        had.push(child);
      }
    } catch {
      // So many there may be.
    }
    for (const child of had) child.kill('SIGKILL');
    return had.length === count ? 'all' : 'none';
  },
  grow: ({ mib }) => {
    for (let left = mib; left > 0; left--) kept.push(Buffer.alloc(1024 * 1024, 1));
    return 'had';
  },
  burn: ({ ms }) => {
    const [begun, before] = [Date.now(), process.cpuUsage()];
    while (Date.now() - begun < ms);
    const { user, system } = process.cpuUsage(before);
    return String((user + system) / 10 / (Date.now() - begun));
  },
  fill: ({ paths, bytes }) =>
    paths.find((path) => {
      const file = join(path, 'fill');
      try {
        writeFileSync(file, Buffer.alloc(bytes));
        return true;
      } catch {
        return false;
      } finally {
        rmSync(file, { force: true });
      }
    }) ?? 'none',
  linger: ({ seconds }) => {
    spawn('sleep', [seconds], { stdio: 'ignore', detached: true }).unref();
    return 'left';
  },
};
const tools = Object.keys(run).map((name) => ({ name, inputSchema: { type: 'object' } }));

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = (body) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  if (method === 'initialize')
    answer({
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'prying', version: '1' },
      },
    });
  else if (method === 'tools/list') answer({ result: { tools } });
  else if (method !== 'tools/call') answer({ error: { code: -32601, message: 'Method not found' } });
  else
    try {
      const text = await run[params.name](params.arguments ?? {});
      answer({ result: { content: [{ type: 'text', text }] } });
    } catch (error) {
      answer({ result: { content: [{ type: 'text', text: String(error.code) }], isError: true } });
    }
});
