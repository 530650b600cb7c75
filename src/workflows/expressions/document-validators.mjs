// Compiles the validators, which takes half a second in each thread; in a build, code that is compiled already stands in place of this module.
import { documentSchemas } from './document-schemas.mjs';

/** Says of a document whether it is of our shape (`profile`), and whether it is by the standard. */
export function documentValidators(profile) {
  const { shape, standard } = documentSchemas(profile);
  return { shape: shape.ajv.compile(shape.schema), standard: standard.ajv.compile(standard.schema) };
}
