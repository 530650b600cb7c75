// By which schemas documents of workflows are checked. JavaScript, because threads, and the build, load it as it stands.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

const standardSchema = new URL('./serverless-workflow-1.0.3.json', import.meta.url);

/** Our schema (`profile`) and the standard's own, each with what compiles it; `code`: how Ajv writes its code. */
export function documentSchemas(profile, code = {}) {
  // What Ajv calls optimizing takes 40 % of the time that compiling takes, and documents are few.
  const options = { strict: false, code: { optimize: false, ...code } };
  const standard = JSON.parse(readFileSync(standardSchema, 'utf8'), withinApp);
  return {
    shape: { ajv: new Ajv(options), schema: profile },
    standard: { ajv: new Ajv2020({ ...options, formats: fullFormats }), schema: standard },
  };
}

/** A workflow that another one runs is one of its app: a name is enough. */
function withinApp(_, value) {
  return value?.title === 'SubflowConfiguration' ? { ...value, required: ['name'] } : value;
}
