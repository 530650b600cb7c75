const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { transformSync, version } = require('@swc/core');

const configFile = require.resolve('../../.swcrc');

/** What else decides about the result. */
const compiler = `${version}\n${readFileSync(configFile, 'utf8')}`;

/** Compiles a file once for all processes and runs, without type checks; answers with the path of the JavaScript, whose source map is beside it as `.map`. */
exports.compiledTypescript = (path, cacheDirectory) => {
  const text = readFileSync(path, 'utf8');
  const key = createHash('sha256')
    .update([compiler, basename(path), text].join('\n'))
    .digest('hex');
  const compiled = join(cacheDirectory, `${key}.js`);
  if (!existsSync(compiled)) compile(path, text, compiled);
  return compiled;
};

function compile(path, text, compiled) {
  const { code, map } = transformSync(text, { configFile, filename: path, sourceFileName: basename(path) });
  mkdirSync(join(compiled, '..'), { recursive: true });
  writeInOneStep(`${compiled}.map`, map);
  writeInOneStep(compiled, code);
}

// Another process may read or write it at this moment.
function writeInOneStep(path, text) {
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}
