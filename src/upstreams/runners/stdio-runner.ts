import { Injectable } from '@nestjs/common';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Config } from '../../platform/config/config.js';
import { authorities, childEnvironment, commonEnvironment, proxyEnvironment } from './child-environment.js';
import { LinkFailure } from '../../mcp/wire/link-failure.js';
import { pinnedPackageOf } from '../declared/pinned-package.js';
import type { StdioTarget, Trust } from '../declared/server-definition.js';
import { PackageFailure } from '../packages/package-failure.js';
import { PinnedPackages, type InstalledPackage } from '../packages/pinned-packages.js';
import { bwrapArguments, ownFolder } from './bwrap-arguments.js';
import { ControlGroups } from './control-groups.js';
import { findCommand } from './find-command.js';
import { gapsIn } from './gaps.js';
import { hiddenPaths } from './hidden-paths.js';
import type { Launch } from '../links/launch.js';
import { resolveNamed } from './named-path.js';
import { isRootUser, nobody, requireOtherUsers } from './other-users.js';
import { refusedCalls } from './refused-calls.js';
import { refused } from './refused.js';
import { SandboxCheck } from './sandbox-check.js';
import { taskLimit } from './task-limit.js';
import {
  inodeOf,
  isWithin,
  pathInSandbox,
  shownSystem,
  withoutKnownLinks,
  type ShownPath,
} from './shown-paths.js';
import { requireMounted, waitingStart } from './verified-mounts.js';

/** Says how a stdio server is started: held in as its declaration and STDIO_SANDBOX want it, or not at all. */
@Injectable()
export class StdioRunner {
  private readonly check = new SandboxCheck();
  private readonly groups: ControlGroups;

  constructor(
    private readonly config: Config,
    private readonly packages: PinnedPackages,
  ) {
    this.groups = new ControlGroups(config.values.STDIO_CGROUP);
  }

  /** Rejects with a `LinkFailure` that says what cannot be had, why and what to do. */
  async launchOf(declared: StdioTarget, trust: Trust): Promise<Launch> {
    const { target, installed } = await this.withProgram(declared);
    const { command, args, cwd, run = {} } = target;
    const isHeld = (run.sandbox ?? this.config.values.STDIO_SANDBOX) === 'bwrap';
    const as = run.as ?? (isHeld && isRootUser() ? nobody : undefined);
    if (as !== undefined) requireOtherUsers();
    if (as !== undefined && installed !== undefined) this.requireReadable(installed);
    // Addresses of proxies can hold a password, which is the operator's.
    const proxies = trust === 'operator' && run.network !== 'none' ? proxyEnvironment() : {};
    if (isHeld) return this.inSandbox(target, trust, as, installed, proxies);
    requireNoSandbox(run);
    // The home of the gateway's user is nobody else's.
    const inherited = as === undefined ? childEnvironment() : commonEnvironment();
    return { command, args, cwd, env: { ...inherited, ...authorities(), ...proxies, ...target.env }, as };
  }

  /** What is run of a package that is held to its bytes: the program of the very file, and never npx. */
  private async withProgram(
    target: StdioTarget,
  ): Promise<{ readonly target: StdioTarget; readonly installed?: InstalledPackage }> {
    const pinned = pinnedPackageOf(target);
    if (pinned === undefined) return { target };
    try {
      const installed = await this.packages.get(pinned);
      const args = [installed.program, ...pinned.args];
      return { target: { ...target, command: process.execPath, args }, installed };
    } catch (error) {
      if (!(error instanceof PackageFailure)) throw error;
      const words = `The package ${pinned.name}@${pinned.version} was not run: ${error.message}.`;
      throw new LinkFailure(error.kind === 'away' ? 'unreachable' : 'not-usable', words, { cause: error });
    }
  }

  private requireReadable({ folder }: InstalledPackage): void {
    if (isWithin(folder, resolve(this.config.values.DATA_DIR)))
      throw refused(
        'its package is in DATA_DIR, which no other user reads',
        'set PACKAGES_DIR to a folder that all may read',
      );
  }

  private async inSandbox(
    target: StdioTarget,
    trust: Trust,
    as: Launch['as'],
    installed: InstalledPackage | undefined,
    proxies: Readonly<Record<string, string>>,
  ): Promise<Launch> {
    const { command, args, run = {} } = target;
    const { SANDBOX_TASKS, SANDBOX_TMP_BYTES } = this.config.values;
    const common = commonEnvironment();
    const walls = { hasNetwork: run.network !== 'none', tmpBytes: SANDBOX_TMP_BYTES };
    const [program = '', ...before] = await this.check.require(as, walls, common['PATH']);
    const isCounted = run.memoryMb !== undefined || run.cpu !== undefined;
    if (isCounted) await this.groups.require(run);
    const hidden = await hiddenPaths(this.config.values);
    const named = await namedPaths(target, { trust, hidden, serverUser: as?.uid });
    const own = installed === undefined ? undefined : await pathInSandbox(installed.folder, false);
    const shown = withoutKnownLinks([
      ...(await shownSystem()),
      ...named,
      ...(own === undefined ? [] : [own]),
    ]);
    const gaps = await gapsIn(shown, hidden);
    const folder = folderOf(target, trust, shown);
    const folders = { HOME: ownFolder, TMPDIR: ownFolder };
    const env: Record<string, string> = { ...common, ...proxies, ...folders, ...target.env };
    await requireShown(await findCommand(command, folder, env['PATH']), shown);
    const limit = await taskLimit(SANDBOX_TASKS, env, common['PATH']);
    const isInspected = named.length > 0;
    const told = bwrapArguments({ ...walls, shown, gaps, folder, env: limit.env });
    return {
      ...{
        command: program,
        args: [
          ...[...before, '--seccomp', '4', '--args', '3', ...(isInspected ? ['--info-fd', '5'] : []), '--'],
          ...[...(isInspected ? waitingStart : []), ...limit.before, command, ...args],
        ],
        cwd: '/',
        as,
      },
      // What the declaration sets is for the server: bubblewrap itself is not in the sandbox.
      env: {},
      told: [joined(told), refusedCalls()],
      ...(isInspected ? { inspect: (pid) => requireMounted(pid, shown, gaps) } : {}),
      ...(isCounted ? { enclose: (pid) => this.groups.enclose(pid, run) } : {}),
    };
  }
}

/** Throws when something is said of a sandbox that there is not. */
function requireNoSandbox(run: NonNullable<StdioTarget['run']>): void {
  const { network, memoryMb, cpu, readOnly, writable } = run;
  const isCut = network === 'none' ? network : undefined;
  const [member] = Object.entries({ network: isCut, memoryMb, cpu, readOnly, writable })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (member !== undefined)
    throw refused(`run.${member} needs a sandbox, and it has none`, 'set run.sandbox to "bwrap"');
}

/** What the operator shows the server. Of an app's server nothing is shown but the system. */
async function namedPaths(
  { cwd, isCwdDefault, run = {} }: StdioTarget,
  {
    trust,
    hidden,
    serverUser,
  }: {
    readonly trust: Trust;
    readonly hidden: readonly string[];
    readonly serverUser: number | undefined;
  },
): Promise<readonly ShownPath[]> {
  if (trust !== 'operator') return [];
  const { readOnly = [], writable = [] } = run;
  const named = [
    ...(cwd === undefined || isCwdDefault === true ? [] : [{ path: cwd, member: 'cwd', isWritable: false }]),
    ...readOnly.map((path, at) => ({ path, member: `run.readOnly[${String(at)}]`, isWritable: false })),
    ...writable.map((path, at) => ({ path, member: `run.writable[${String(at)}]`, isWritable: true })),
  ];
  return Promise.all(
    named.map(async ({ path, member, isWritable }) => {
      const real = await resolveNamed(path, { member, serverUser });
      const identity = real === undefined ? undefined : await inodeOf(real);
      if (real === undefined || identity === undefined)
        throw refused(`${member} is not there`, 'make it, or name another path');
      if (real === '/' || isWithin(real, '/proc'))
        throw refused(`${member} would show the processes of the machine`, 'name another path');
      if (hidden.some((one) => isWithin(real, one)))
        throw refused(`${member} is in what no sandbox shows, such as DATA_DIR`, 'name another path');
      return { path, real, isWritable, identity };
    }),
  );
}

/** Where the program begins. An app may choose only from what every sandbox shows. */
function folderOf({ cwd, isCwdDefault }: StdioTarget, trust: Trust, shown: readonly ShownPath[]): string {
  if (cwd === undefined || isCwdDefault === true) return ownFolder;
  const folder = resolve(cwd);
  if (trust !== 'operator' && !shown.some(({ path }) => isWithin(folder, path)))
    throw refused('its cwd is outside of what its sandbox shows', 'leave it out');
  return folder;
}

/** Throws unless the sandbox shows the command in one of the places where it is. */
async function requireShown(places: readonly string[], shown: readonly ShownPath[]): Promise<void> {
  if (places.length === 0)
    throw new LinkFailure('unreachable', 'the command or its working directory was not found');
  const isShown = (place: string) =>
    shown.some(({ path, real }) => isWithin(place, path) || isWithin(place, real));
  for (const place of places) if (isShown(place) && isShown(await realpath(place))) return;
  throw refused('its command is outside of what its sandbox shows', 'name its folder in run.readOnly');
}

/** As bubblewrap reads arguments. Throws on one that would be read as several. */
function joined(args: readonly string[]): string {
  if (args.some((argument) => argument.includes('\0')))
    throw refused('a value in its environment has a NUL character', 'take it out');
  return args.map((argument) => `${argument}\0`).join('');
}
