import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
  type OAuthDiscoveryState as DiscoveryV2,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { OAuthDiscoveryState as DiscoveryV1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { KeptCredentials, type KeptTokens } from './kept-credentials.js';

/** A program made of an MCP SDK and its own OAuth code. */
export interface SdkProgram {
  /** Where the SDK wants the person to go, after `connect` was refused. */
  readonly asked: () => URL | undefined;
  /** Token answers so far, the newest last. */
  readonly answers: readonly KeptTokens[];
  connect(): Promise<void>;
  /** Hands over the address that the browser came back with. */
  finish(back: URL): Promise<void>;
  tools(): Promise<string[]>;
  /** The result as JSON. */
  call(name: string, args: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

const info = { name: 'foreign', version: '1.0.0' };
const textOf = (result: object) => JSON.stringify(result);

/** `@modelcontextprotocol/sdk`. */
export function sdkV1(url: URL): SdkProgram {
  const kept = new KeptCredentials<OAuthClientInformationMixed, OAuthTokens, DiscoveryV1>();
  let client = new ClientV1(info);
  const transport = () => new TransportV1(url, { authProvider: kept });
  return {
    asked: () => kept.asked,
    answers: kept.answers,
    connect: async () => {
      client = new ClientV1(info);
      await client.connect(transport());
    },
    finish: (back) => transport().finishAuth(back.searchParams.get('code') ?? ''),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => textOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}

/** `@modelcontextprotocol/client`, which checks the issuer of the answer (RFC 9207) too. */
export function sdkV2(url: URL, document?: string): SdkProgram {
  const kept = new KeptCredentials<StoredOAuthClientInformation, StoredOAuthTokens, DiscoveryV2>(document);
  const make = () => new ClientV2(info, { versionNegotiation: { mode: 'auto' } });
  let client = make();
  const transport = () => new TransportV2(url, { authProvider: kept });
  return {
    asked: () => kept.asked,
    answers: kept.answers,
    connect: async () => {
      client = make();
      await client.connect(transport());
    },
    finish: (back) => transport().finishAuth(back.searchParams),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => textOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
}
