import type { RequirementRows } from '../rows.js';

/** The programs that ask people for access: registration, documents, return addresses, authentication. */
export const oauthClients: RequirementRows = {
  'RFC 7591 §2': {
    'oauth-known-registrations':
      'The registrations of Cursor, VS Code, Claude, Claude Code, ChatGPT and mcp-remote are taken as they come.',
    'oauth-registration-method':
      'Who names no way of authentication that we take gets none on this computer, and else a secret.',
    'oauth-registration-negotiated':
      'Unknown members are let in, and grants, scopes and addresses of pages that we lack are left out.',
    'oauth-client-name': 'The name of a program is one bounded line without invisible characters.',
  },
  'RFC 7591 §3': {
    'oauth-registration-once':
      'A registration without a secret is one row, however often it comes: its id is made of what it says.',
    'oauth-registration-secret':
      'Clients with a secret get ids and secrets of their own; the secret is kept as a digest.',
    'oauth-registration-errors':
      'What cannot be registered is told in the terms of RFC 7591, whatever was sent.',
    'oauth-operator-client':
      'A client that is registered with the token of an operator is known as the operator’s.',
  },
  'src/oauth/clients/README.md': {
    'oauth-registration-event':
      'A new program is an event of the operator’s account and a count; one that is known, a count.',
    'oauth-registration-unused': 'A registration that is not used for 90 days is removed.',
    'oauth-registration-limit': 'Registrations are limited per address (OAUTH_REGISTRATIONS_PER_MINUTE).',
    'oauth-registration-bound':
      'MAX_OAUTH_CLIENTS are kept; those that nobody ever let in make room for new ones, and never those in use.',
    'oauth-registration-share':
      'An account that lets in program after program keeps no others from registering: beyond MAX_OAUTH_CLIENTS its own make room, and those whose leave has ended.',
    'oauth-redirect-hosts':
      'OAUTH_REDIRECT_HOSTS narrows where people are returned to; this computer is exempt.',
    'oauth-open-cors':
      'Pages of any site may use the public endpoints of OAuth, and a stray Authorization does no harm.',
  },
  'https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/': {
    'oauth-document': 'The documents of Claude, Claude Code, ChatGPT and VS Code are taken as they are.',
    'oauth-document-rules':
      'A document names itself, the program and where people return to, has no shared secret, and offers a way of authentication that we take.',
    'oauth-document-address':
      'A document is at an https address with a path, in the one spelling that parsers give it.',
    'oauth-document-refused':
      'A redirect, another status, no JSON, more than 10 KiB or more than five seconds is no document: 502 or 503.',
    'oauth-document-egress': 'Documents are fetched by the egress policy of tenants.',
    'oauth-document-cache':
      'A document is kept as its Cache-Control says, from five minutes to a day, and fetched once for all who wait.',
    'oauth-document-stale':
      'A document that cannot be had anew is used for a week as it was; failures are not kept, and what it says otherwise counts.',
    'oauth-document-limit': 'Documents are fetched OAUTH_DOCUMENTS_PER_MINUTE for one address.',
    'oauth-document-bound': 'MAX_OAUTH_DOCUMENTS are kept, for 90 days without use.',
  },
  'docs/cli.md': {
    'cli-doctor-oauth':
      'doctor oauth goes the way of Claude, ChatGPT, Cursor, VS Code and mcp-remote to an address, and says which of them would fail, why, and what to do.',
    'cli-grants': 'grants lists the programs that somebody let in, and takes them back.',
  },
  'RFC 6749 §5.2': {
    'oauth-public-fuzz':
      'Whatever is sent to the public endpoints of OAuth is answered in its terms, and never with a 5xx.',
  },
  'RFC 8252 §7.3': {
    'oauth-redirect-loopback':
      'A program on this computer is returned to at any port, and at no other address than its own.',
  },
  'RFC 6749 §3.1.2': {
    'oauth-redirect-rules':
      'People are returned to https, to this computer or to a private scheme; never to scripts, files, data or a fragment.',
  },
  'RFC 6749 §2.3.1': {
    'oauth-client-authentication':
      'A client proves itself in the header or the body; whatever else comes is invalid_client, never a 5xx.',
  },
};
