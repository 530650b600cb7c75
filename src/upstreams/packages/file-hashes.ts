import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

type Algorithm = 'sha256' | 'sha384' | 'sha512';

/** The hashes of `integrity` that the file does not have; with each what it has instead. */
export async function unlikeHashes(
  file: string,
  integrity: string,
): Promise<readonly { readonly wanted: string; readonly found: string }[]> {
  const wanted = integrity.split(' ');
  const hashes = wanted.map((text) => createHash(text.slice(0, text.indexOf('-')) as Algorithm));
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>)
    for (const hash of hashes) hash.update(piece);
  return wanted.flatMap((text, index) => {
    const found = `${text.slice(0, text.indexOf('-'))}-${hashes[index]?.digest('base64') ?? ''}`;
    return found === text ? [] : [{ wanted: text, found }];
  });
}
