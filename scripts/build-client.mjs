// Builds what `gantry/client` is: ES modules in dist/client, CommonJS in dist/client-cjs, each with its types.
// Another folder than dist may be named.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));
const source = join(root, 'src/client');
const target = process.argv[2] ?? join(root, 'dist');
const modules = join(target, 'client');
const commonJs = join(target, 'client-cjs');
const language = { strict: true, target: ts.ScriptTarget.ES2022 };

buildModules();
buildCommonJs();

function buildModules() {
  const program = ts.createProgram([join(source, 'gantry.ts')], {
    ...language,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    // Without Node's own types it is sure that the client runs elsewhere too.
    types: [],
    skipLibCheck: true,
    declaration: true,
    rootDir: source,
    outDir: modules,
    noEmitOnError: true,
  });
  const faults = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  if (faults.length === 0) return;
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  };
  process.stderr.write(ts.formatDiagnostics(faults, host));
  process.exit(1);
}

/** The types are the same; only the code is written differently. */
function buildCommonJs() {
  const compilerOptions = { ...language, module: ts.ModuleKind.CommonJS, esModuleInterop: true };
  mkdirSync(commonJs, { recursive: true });
  writeFileSync(join(commonJs, 'package.json'), '{ "type": "commonjs" }\n');
  for (const name of readdirSync(modules).filter((file) => file.endsWith('.d.ts'))) {
    copyFileSync(join(modules, name), join(commonJs, name));
    const text = readFileSync(join(source, name.replace('.d.ts', '.ts')), 'utf8');
    const { outputText } = ts.transpileModule(text, { compilerOptions });
    writeFileSync(join(commonJs, name.replace('.d.ts', '.js')), outputText);
  }
}
