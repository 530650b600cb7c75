import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const server = readFileSync(new URL('packaged-server.mjs', import.meta.url), 'utf8');

/** The file of a package, as registries have it: `package.json` with more members, the scripted server as its program, and more files. */
export function tarballOf(
  name: string,
  version: string,
  more: object = {},
  {
    program = server,
    files = {},
  }: { readonly program?: string; readonly files?: Readonly<Record<string, string>> } = {},
): Buffer {
  const manifest = { name, version, type: 'module', bin: { packaged: 'server.mjs' }, ...more };
  const all = { 'package.json': JSON.stringify(manifest), 'server.mjs': program, ...files };
  const parts = Object.entries(all).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    return [
      headOf(`package/${path}`, content.length),
      content,
      Buffer.alloc((512 - (content.length % 512)) % 512),
    ];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

export function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** As POSIX.1-1988 has it (ustar). */
function headOf(path: string, size: number): Buffer {
  const head = Buffer.alloc(512);
  const put = (text: string, at: number) => head.write(text, at, 'latin1');
  put(path, 0);
  put('0000755\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(`${size.toString(8).padStart(11, '0')}\0`, 124);
  put('00000000000\0', 136);
  put('        ', 148);
  put('0', 156);
  put('ustar\x0000', 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}
