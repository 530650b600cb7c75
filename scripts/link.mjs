// Links the modules of the gateway, which are compiled one by one, into a few: finding and
// opening each of them was a quarter of what a start cost.
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

/** Where what main.js imports is, in the folder of a build. */
const chunks = 'linked';

/** Makes of `main.js` in the folder `target`, and of what it imports there, as many files as are needed at different times. Packages stay outside. */
export async function link(target) {
  const bundle = await rolldown({
    input: join(target, 'main.js'),
    platform: 'node',
    external: (id) => !/^(\.|\0|@oxc-project\/runtime\/)/.test(id) && !isAbsolute(id),
    // What a module does when it is loaded is done, and in the order in which Node would: no two import each other.
    treeshake: false,
    tsconfig: false,
    transform: { target: 'esnext' },
    plugins: [{ name: 'compiled', load: (id) => compiled(target, id) }],
    logLevel: 'warn',
  });
  rmSync(join(target, chunks), { recursive: true, force: true });
  const { output } = await bundle.write({
    dir: target,
    chunkFileNames: `${chunks}/[name]-[hash].js`,
    // Classes are known by their names: providers, entities, migrations.
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundle.close();
  for (const { fileName } of output) if (fileName.endsWith('.map')) thinOut(join(target, fileName));
}

/** Leaves of a map what tells lines: Node reads all of it for the first stack, which took 0.3 s and 34 MB with each column in it. */
function thinOut(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'));
  const lines = decode(map.mappings).map((segments) =>
    segments.filter(([, source, line], at) => {
      const [, sourceBefore, lineBefore] = segments[at - 1] ?? [];
      return source !== sourceBefore || line !== lineBefore;
    }),
  );
  writeFileSync(file, JSON.stringify({ ...map, mappings: encode(lines) }));
}

/** A module with the map to its source. The files beside it are where they were, so it keeps its address; all but main.js end in `chunks`. */
function compiled(target, id) {
  if (!id.endsWith('.js')) return undefined;
  const place = `../${relative(target, id).replaceAll(sep, '/')}`;
  const code = readFileSync(id, 'utf8').replaceAll(
    'import.meta.url',
    `new URL(${JSON.stringify(place)}, import.meta.url).href`,
  );
  return { code, map: readFileSync(`${id}.map`, 'utf8') };
}
