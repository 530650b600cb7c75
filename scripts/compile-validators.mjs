// Compiles the schemas by which documents of workflows are checked, so that no gateway has to: that takes half a second.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';

/** Puts in place of the module `validators`, in the folder of a build, the code that Ajv makes of its schemas. */
export async function compileValidators(validators) {
  const beside = (path) => new URL(path, pathToFileURL(validators));
  const { documentSchemas } = await import(beside('document-schemas.mjs').href);
  const { profileSchema } = await import(beside('../definition/schema/profile-schema.js').href);
  const code = { source: true, formats: _`require("ajv-formats/dist/formats").fullFormats` };
  const schemas = documentSchemas(profileSchema('urn:gantry:workflow-1'), code);
  for (const [name, { ajv, schema }] of Object.entries(schemas))
    writeFileSync(beside(`document-${name}.cjs`), standalone.default(ajv, ajv.compile(schema)));
  writeFileSync(validators, linking(Object.keys(schemas)));
}

/** By `require`: before Node imports CommonJS it looks through all of it for names. */
function linking(names) {
  const members = names.map((name) => `${name}: require('./document-${name}.cjs')`);
  return `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const validators = { ${members.join(', ')} };
export const documentValidators = () => validators;
`;
}
