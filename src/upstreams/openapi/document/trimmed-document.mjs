// What of an OpenAPI document requests are made by: operations with their parameters and bodies, what these refer to, and nothing of answers.
const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];
/** Names of what is not about values, in schemas. */
const aside = new Set(['example', 'examples', 'xml', 'externalDocs', 'discriminator', '$comment']);
/** Members of schemas whose members are schemas. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Members of schemas that are values. */
const values = new Set(['enum', 'const', 'default', 'required', 'type', 'dependentRequired']);
const maxDepth = 200;
/** Members of one schema, schemas of one list, parameters of one operation. */
const mostMembers = 2000;
/** Longer names are of nothing that anybody sends. */
const longestName = 200;
/** What is longer says nothing to anybody, and is written once for each tool: the API itself looks at values. */
const longestValue = { enum: 32_768, required: 32_768, dependentRequired: 32_768, type: 1000 };
const longestOther = 256;
/** Characters of a text that callers can receive. */
const longestText = 4000;
/** Requirements of one operation, media types of one body, names of one requirement, variables of an address. */
const mostAlternatives = 100;
const mostSchemes = 500;
const longestAddress = 2048;
const longestReference = 1000;
const mostReferences = 20_000;

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function membersOf(value) {
  return isObject(value) ? Object.entries(value) : [];
}

function listOf(value) {
  return Array.isArray(value) ? value.slice(0, mostMembers) : [];
}

function nestsTooDeeply(value, levels) {
  if (typeof value !== 'object' || value === null) return false;
  return levels <= 0 || Object.values(value).some((member) => nestsTooDeeply(member, levels - 1));
}

/** Those of `names` that are there, texts as far as anybody sees them. */
function picked(value, names) {
  return Object.fromEntries(
    membersOf(value)
      .filter(([name, member]) => names.includes(name) && typeof member !== 'object')
      .map(([name, member]) => [
        name,
        typeof member === 'string' ? member.slice(0, longestText + 1) : member,
      ]),
  );
}

/** The first `most` members whose names are of a usual length. */
function named(members, most = mostMembers) {
  return members.filter(([name]) => name.length <= longestName).slice(0, most);
}

/** The first one is where requests go. */
function serversIn(value) {
  if (!Array.isArray(value)) return undefined;
  return value.slice(0, 1).map((server) => {
    const variables = named(membersOf(server?.variables), mostAlternatives);
    const defaults = variables.filter(([, one]) => isShortText(one?.default, longestName));
    return {
      ...(isShortText(server?.url, longestAddress) ? { url: server.url } : {}),
      variables: Object.fromEntries(defaults.map(([name, one]) => [name, { default: one.default }])),
    };
  });
}

/** Only the names of the schemes count, not their scopes. */
function securityIn(value) {
  if (!Array.isArray(value)) return undefined;
  return value
    .slice(0, mostAlternatives)
    .map((one) => Object.fromEntries(named(membersOf(one), mostAlternatives).map(([name]) => [name, []])));
}

function isShortText(value, longest) {
  return typeof value === 'string' && value.length <= longest;
}

/** Follows what is referred to within one document; by its place and by what it is taken for. */
class References {
  found = new Map();
  waiting = [];

  constructor(document) {
    this.document = document;
  }

  /** The reference as it is kept; what it leads to is looked at later. */
  take(reference, kind) {
    if (reference.length > longestReference) return {};
    const key = `${kind} ${reference}`;
    if (reference.startsWith('#') && !this.found.has(key)) {
      if (this.found.size >= mostReferences)
        throw new Error(`refers to more than ${mostReferences} of its parts`);
      this.found.set(key, null);
      this.waiting.push({ key, reference, kind });
    }
    return { $ref: key };
  }

  /** Pairs of a reference and what it leads to. */
  resolved() {
    for (let next = this.waiting.pop(); next !== undefined; next = this.waiting.pop()) {
      const target = this.at(next.reference);
      this.found.set(next.key, target === undefined ? null : trims[next.kind](target, this));
    }
    return [...this.found];
  }

  at(reference) {
    let value = this.document;
    for (const part of reference.slice(1).split('/').slice(1)) {
      const name = unescaped(part);
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
      value = value[name];
    }
    return value;
  }
}

function unescaped(part) {
  let text = part;
  try {
    text = decodeURIComponent(part);
  } catch {
    // It is meant as it stands.
  }
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

const trims = {
  schema(schema, references) {
    if (!isObject(schema)) return schema;
    const members = membersOf(schema).filter(([name]) => !aside.has(name) && !name.startsWith('x-'));
    return Object.fromEntries(
      members.map(([name, value]) => {
        if (name === '$ref' && typeof value === 'string')
          return [name, references.take(value, 'schema').$ref];
        if (values.has(name)) return [name, isShort(name, value) ? value : undefined];
        return [name, maps.has(name) ? schemaMap(value, references) : schemas(value, references)];
      }),
    );
  },
  parameter(parameter, references) {
    if (typeof parameter?.$ref === 'string') return references.take(parameter.$ref, 'parameter');
    if (isObject(parameter) && !isShortText(parameter.name, longestName)) return {};
    return {
      ...picked(parameter, ['name', 'in', 'description', 'required', 'style', 'explode', 'allowReserved']),
      ...('schema' in Object(parameter) ? { schema: trims.schema(parameter.schema, references) } : {}),
      ...('content' in Object(parameter) ? { content: content(parameter.content, references) } : {}),
    };
  },
  body(body, references) {
    if (typeof body?.$ref === 'string') return references.take(body.$ref, 'body');
    return { ...picked(body, ['description', 'required']), content: content(body?.content, references) };
  },
  header(header, references) {
    return trims.parameter(header, references);
  },
};

function schemas(value, references) {
  return Array.isArray(value)
    ? value.slice(0, mostMembers).map((item) => trims.schema(item, references))
    : trims.schema(value, references);
}

function isShort(name, value) {
  return (JSON.stringify(value)?.length ?? 0) <= (longestValue[name] ?? longestOther);
}

function schemaMap(value, references) {
  return Object.fromEntries(
    named(membersOf(value)).map(([name, schema]) => [name, trims.schema(schema, references)]),
  );
}

function content(value, references) {
  return Object.fromEntries(
    named(membersOf(value), mostAlternatives).map(([mediaType, media]) => [
      mediaType,
      {
        ...('schema' in Object(media) ? { schema: trims.schema(media.schema, references) } : {}),
        ...('encoding' in Object(media) ? { encoding: encodings(media.encoding) } : {}),
      },
    ]),
  );
}

function encodings(value) {
  const kept = ['contentType', 'style', 'explode', 'allowReserved'];
  return Object.fromEntries(
    named(membersOf(value)).map(([name, encoding]) => [name, picked(encoding, kept)]),
  );
}

/** Each segment of each path becomes part of a route that is kept: longer ones are no API. */
const maxPathLength = 2048;
const maxPathSegments = 100;

function requireShortPath(path) {
  const beginning = JSON.stringify(path.slice(0, 60));
  if (path.length > maxPathLength)
    throw new Error(`has a path of more than ${maxPathLength} characters, which begins with ${beginning}`);
  if (path.split('/').length - 1 > maxPathSegments)
    throw new Error(`has a path of more than ${maxPathSegments} segments, which begins with ${beginning}`);
}

function* operationsOf(document, references) {
  for (const [path, item] of membersOf(document.paths)) {
    const own =
      typeof item?.$ref === 'string' ? { ...Object(references.at(item.$ref)), ...item } : Object(item);
    const shared = listOf(own.parameters);
    for (const method of methods) {
      const operation = own[method];
      if (!isObject(operation) || !path.startsWith('/')) continue;
      requireShortPath(path);
      yield {
        ...{ method, path },
        ...picked(operation, ['summary', 'description', 'deprecated']),
        ...(isShortText(operation.operationId, longestName) ? { operationId: operation.operationId } : {}),
        ...('security' in operation ? { security: securityIn(operation.security) } : {}),
        ...('servers' in operation || 'servers' in own
          ? { servers: serversIn(operation.servers ?? own.servers) }
          : {}),
        shared: shared.map((parameter) => trims.parameter(parameter, references)),
        parameters: listOf(operation.parameters).map((parameter) => trims.parameter(parameter, references)),
        ...(isObject(operation.requestBody) ? { body: trims.body(operation.requestBody, references) } : {}),
      };
    }
  }
}

function securitySchemes(document, references) {
  return named(membersOf(document.components?.securitySchemes), mostSchemes).map(([name, scheme]) => {
    const said = typeof scheme?.$ref === 'string' ? references.at(scheme.$ref) : scheme;
    return [name, picked(said, ['type', 'in', 'name', 'scheme'])];
  });
}

/** Throws an error that says of the document what is wrong with it. */
export function trimmed(document, maxOperations) {
  if (!isObject(document)) throw new Error('is no object: its address may be that of a page');
  if (typeof document.swagger === 'string')
    throw new Error('is Swagger 2.0: only OpenAPI 3.0 and 3.1 are understood, to which it can be converted');
  if (!/^3\.\d+(\.|$)/.test(String(document.openapi))) throw new Error('is no OpenAPI 3.0 or 3.1');
  if (nestsTooDeeply(document, maxDepth)) throw new Error(`nests deeper than ${maxDepth} levels`);
  const references = new References(document);
  const operations = [];
  for (const operation of operationsOf(document, references)) {
    if (operations.length >= maxOperations)
      throw new Error(`has more than ${maxOperations} operations (MAX_OPENAPI_OPERATIONS)`);
    operations.push(operation);
  }
  if (operations.length === 0) throw new Error('has no operation');
  return {
    version: String(document.openapi).slice(0, 20),
    info: picked(document.info, ['title', 'version', 'description']),
    servers: serversIn(document.servers),
    security: securityIn(document.security),
    securitySchemes: securitySchemes(document, references),
    operations,
    references: references.resolved(),
  };
}

/** Characters of one operation, or of one part that is referred to: so much is parsed at once on the main thread. */
const longestPart = 262_144;

/** What was left of a document as lines of JSON: the document without its operations and references, then each of these. */
export function linesOf({ operations, references, ...document }) {
  return [
    JSON.stringify({ ...document, operations: operations.length }),
    ...operations.map((operation) => {
      const line = JSON.stringify(operation);
      if (line.length <= longestPart) return line;
      const route = `${operation.method.toUpperCase()} ${operation.path.slice(0, 60)}`;
      throw new Error(`says more than ${longestPart} characters about the requests of ${route}`);
    }),
    ...references.map(([key, value]) => {
      const line = JSON.stringify([key, value]);
      // A schema that says nothing allows everything.
      return line.length <= longestPart ? line : JSON.stringify([key, key.startsWith('schema ') ? {} : null]);
    }),
  ];
}
