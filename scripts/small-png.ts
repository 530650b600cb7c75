import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** The picture with the 256 colours that it has most of, which for pages with text is a third of its size. Takes what Chromium writes: 8 bits, RGB. */
export function smallPng(png: Buffer): Buffer {
  const [width, height, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]];
  if (kind !== 2) return png;
  const pixels = unfiltered(inflateSync(Buffer.concat(dataOf(png))), width, height);
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts].sort(([, a], [, b]) => b - a).slice(0, 256);
  const colours = palette.map(([colour]) => colour);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(colours, colour)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + x + 1] = places.get(pixels.readUIntBE((y * width + x) * 3, 3)) ?? 0;
  const header = Buffer.from(png.subarray(16, 29));
  header[9] = 3;
  const table = Buffer.alloc(colours.length * 3);
  colours.forEach((colour, index) => table.writeUIntBE(colour, index * 3, 3));
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function dataOf(png: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      found.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return found;
}

/** Undoes the filters of the rows (https://www.w3.org/TR/png-3/#9Filters). */
function unfiltered(data: Buffer, width: number, height: number): Buffer {
  const length = width * 3;
  const pixels = Buffer.alloc(length * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (length + 1)] ?? 0;
    for (let x = 0; x < length; x++) {
      const at = y * length + x;
      const left = x < 3 ? 0 : (pixels[at - 3] ?? 0);
      const up = y === 0 ? 0 : (pixels[at - length] ?? 0);
      const corner = x < 3 || y === 0 ? 0 : (pixels[at - length - 3] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      pixels[at] = (data[y * (length + 1) + x + 1] ?? 0) + guess;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function nearest(colours: readonly number[], colour: number): number {
  let [best, least] = [0, Infinity];
  colours.forEach((one, index) => {
    const apart = [16, 8, 0].reduce(
      (sum, bits) => sum + (((one >> bits) & 255) - ((colour >> bits) & 255)) ** 2,
      0,
    );
    if (apart < least) [best, least] = [index, apart];
  });
  return best;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
