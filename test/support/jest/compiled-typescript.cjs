const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { version } = require('typescript/package.json');

/** What else decides about the result. */
const compiler = `${version}\n${readFileSync('tsconfig.json', 'utf8')}`;

/** Compiles a file once for all workers and runs, without type checks; answers with the path of the JavaScript, whose source map is beside it as `.map`. */
exports.compiledTypescript = (path, cacheDirectory) => {
  const text = readFileSync(path, 'utf8');
  const key = createHash('sha256')
    .update([compiler, basename(path), text].join('\n'))
    .digest('hex');
  const compiled = join(cacheDirectory, `${key}.js`);
  if (!existsSync(compiled)) compile(path, text, compiled);
  return compiled;
};

let options;

function compile(path, text, compiled) {
  const typescript = require('typescript');
  options ??= {
    ...typescript.readConfigFile('tsconfig.json', typescript.sys.readFile).config.compilerOptions,
    module: 'esnext',
    moduleResolution: 'bundler',
  };
  const { outputText, sourceMapText } = typescript.transpileModule(text, {
    fileName: basename(path),
    compilerOptions: typescript.convertCompilerOptionsFromJson(options, '.').options,
  });
  mkdirSync(join(compiled, '..'), { recursive: true });
  writeInOneStep(`${compiled}.map`, sourceMapText);
  writeInOneStep(compiled, outputText);
}

// Another worker may read or write it at this moment.
function writeInOneStep(path, text) {
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}
