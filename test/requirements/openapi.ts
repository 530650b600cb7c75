import type { RequirementRows } from './rows.js';

/** APIs by their OpenAPI documents. */
export const openapi: RequirementRows = {
  'docs/openapi-servers.md#tools': {
    'openapi-tools': 'An API by its OpenAPI document is a server whose tools are its operations.',
  },
  'docs/openapi-servers.md#the-declaration': {
    'openapi-credentials':
      'Values for the security schemes of a document go where the schemes say, with the operations that name them, and nothing that the API says gives them away.',
    'openapi-secrets':
      'Secrets of an app are in the headers and credentials of its API, and go to the origin that they were given for alone.',
    'openapi-oauth':
      'An API that wants OAuth is called with a token of the gateway or of each person, as any server, and nothing is posted to it to find that out.',
    'openapi-guarded':
      'A document that is not to be had otherwise is fetched with the token of the connection, at the origin of the API alone, and is that connection’s own.',
    'openapi-policies':
      'Rules, approvals, checks and shapes hold for operations as for tools, in apps that take an API over, too.',
    'openapi-told':
      'A declaration that does not fit its document is told what is wrong, with the nearest name.',
    'openapi-probe': 'Trying an API says how many tools it has, or what is wrong with its document.',
  },
  'docs/openapi-servers.md#public-documents': {
    'openapi-public':
      "Each operation of public documents of very different make is a tool, whose calls are valid requests by somebody else's validator.",
  },
  'docs/openapi-servers.md#requests': {
    'openapi-calls':
      'A call is the request that the document describes: path, query, headers, cookies and body.',
    'openapi-path':
      'A value in a path stays where it is and makes the path of no other operation, in any letter case (T-14), or nothing is sent.',
    'openapi-forms': 'Forms, files in forms, bytes and texts are sent as the document says.',
  },
  'docs/openapi-servers.md#answers': {
    'openapi-answers':
      'Texts are texts, all else resources, 4xx and 5xx errors with what the API said; what is too long is cut.',
    'openapi-stream': 'A stream is read for OPENAPI_STREAM_MS, and its request ends.',
    'openapi-redirects':
      'A redirect is followed within the origin of the API where that repeats nothing, and never to another.',
    'openapi-odd-answers':
      'Answers that are packed, endless, broken, late or of another type than they should be cost their own call only.',
    'openapi-cancel': 'A call that is cancelled or out of time ends its request.',
  },
  'docs/openapi-servers.md#where-requests-go': {
    'openapi-origin':
      'Requests, headers and secrets go to the origin that the declaration says, whatever a fetched document names.',
  },
  'docs/openapi-servers.md#when-a-document-changes': {
    'openapi-changes':
      'A document that changes is noticed at a refresh; one that is broken or cannot be had leaves the tools as they are.',
    'openapi-drift':
      'Other tools, and tools whose method or path is another (T-21), are drift and told to all who listen, once for each change; one that is another each time is not fetched without end.',
    'openapi-away':
      'A document or an API that is away makes its server unavailable, which comes back by itself.',
  },
  'docs/openapi-servers.md#bounds': {
    'openapi-hostile':
      'A document is bounded in bytes, operations, depth and references, and refused with the reason.',
    'openapi-memory':
      'What documents take up is measured with plans and routes, and bounded per account; they are read two at a time, and built in slices (T-02).',
  },
};
