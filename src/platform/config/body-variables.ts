import { bytes, integer, variable } from './variable.js';

/** What callers may send. */
export const bodyVariables = {
  MAX_BODY_BYTES: variable(bytes(1024), 8_388_608, 'Largest request body'),
  MAX_ANONYMOUS_BODY_BYTES: variable(bytes(1024), 4096, 'Largest JSON body of a request without a token'),
  MAX_FORM_BYTES: variable(bytes(1024), 16_384, 'Largest form that a page or an OAuth client sends'),
  MAX_DISCARDED_BYTES: variable(
    integer(0),
    67_108_864,
    'What a client may go on sending after its request was refused, before the connection is cut',
  ),
  MAX_CONFIG_BYTES: variable(bytes(1024), 1_048_576, 'Largest app config'),
  MAX_CONFIG_ELEMENTS: variable(
    integer(100),
    15_000,
    'Most values in an app config, and in other bodies for `/api/cli/`',
  ),
  MAX_SERVER_HEADERS: variable(integer(1), 50, 'Most headers that the declaration of a server may have'),
  MAX_SERVER_HEADER_BYTES: variable(bytes(1024), 65_536, 'Names and values of such headers together'),
  MAX_JSON_DEPTH: variable(integer(4, 1000), 100, 'Deepest nesting of a request body'),
  MAX_JSON_ELEMENTS: variable(
    integer(100),
    100_000,
    'Most values in a request body: items of lists, members, and the lists and objects themselves',
  ),
};
