import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Reads `+ pid` and `- pid` from standard input; when that ends, because the gateway died however violently, it ends every process
 * group still listed. A shell script, since a second Node would cost 40 MB.
 */
const script = `
trap '' INT TERM HUP
groups=' '
while read -r sign pid; do
  case "$sign" in
    +) groups="$groups$pid " ;;
    -) groups="\${groups%% $pid *} \${groups#* $pid }" ;;
  esac
done
for pid in $groups; do kill -TERM "-$pid" 2>/dev/null; done
[ "$groups" = ' ' ] || sleep 1
for pid in $groups; do kill -KILL "-$pid" 2>/dev/null; done
`;

let guard: ChildProcess | undefined;

/** Makes sure that the process group dies with this process, even on SIGKILL. The result releases it. */
export function guardProcessGroup(pid: number): () => void {
  tell(`+ ${String(pid)}`);
  return () => {
    tell(`- ${String(pid)}`);
  };
}

function tell(line: string): void {
  if (guard === undefined) {
    const started = spawn('/bin/sh', ['-c', script], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: { PATH: '/usr/bin:/bin' },
    });
    started.on('error', () => undefined);
    started.stdin.on('error', () => undefined);
    started.unref();
    (started.stdin as unknown as { unref(): void }).unref();
    guard = started;
  }
  guard.stdin?.write(`${line}\n`);
}
