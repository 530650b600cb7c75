import { ScriptedHost, sendJson } from './scripted-host.js';
import { integrityOf, tarballOf } from './tarball.js';

/** A version of a package, as the registry has it. */
interface Kept {
  readonly manifest: object;
  bytes: Buffer;
}

/** A registry of npm with packages that tests put there. */
export class ScriptedNpm {
  private readonly packages = new Map<string, Map<string, Kept>>();

  private constructor(readonly host: ScriptedHost) {}

  static async start(): Promise<ScriptedNpm> {
    const npm = new ScriptedNpm(await ScriptedHost.start());
    npm.host.script = ({ pathname }, res) => {
      const path = decodeURIComponent(pathname.slice(1));
      const file = /^(.+)\/-\/(.+)\.tgz$/.exec(path);
      const kept = file === null ? undefined : npm.packages.get(file[1] ?? '')?.get(file[2] ?? '');
      const versions = npm.packages.get(path);
      if (kept !== undefined)
        res.writeHead(200, { 'content-type': 'application/octet-stream' }).end(kept.bytes);
      else if (versions === undefined) res.writeHead(404).end('{}');
      else {
        const listed = [...versions].map(([version, { manifest }]) => [version, manifest] as const);
        const latest = listed.at(-1)?.[0] ?? '';
        sendJson(res, { name: path, 'dist-tags': { latest }, versions: Object.fromEntries(listed) });
      }
    };
    return npm;
  }

  get origin(): string {
    return this.host.origin;
  }

  /** Puts a version there; its integrity. `told`: what the registry says of it although it is not so; `program`: another than the scripted server; `files`: more than that. */
  put(
    name: string,
    version: string,
    {
      more = {},
      told = {},
      ...contents
    }: {
      readonly more?: object;
      readonly told?: object;
      readonly program?: string;
      readonly files?: Readonly<Record<string, string>>;
    } = {},
  ): string {
    const bytes = tarballOf(name, version, more, contents);
    const integrity = integrityOf(bytes);
    const tarball = `${this.origin}/${name}/-/${version}.tgz`;
    const manifest = {
      name,
      version,
      bin: { packaged: 'server.mjs' },
      ...more,
      dist: { tarball, integrity, ...told },
    };
    const versions = this.packages.get(name) ?? new Map<string, Kept>();
    this.packages.set(name, versions.set(version, { manifest, bytes }));
    return integrity;
  }

  /** From now on the file is another one, whatever the registry says of it. */
  swap(name: string, version: string, bytes: Buffer): void {
    const kept = this.packages.get(name)?.get(version);
    if (kept !== undefined) kept.bytes = bytes;
  }

  close(): Promise<void> {
    return this.host.close();
  }
}
