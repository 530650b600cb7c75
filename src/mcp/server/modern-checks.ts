import { headerNames } from '../wire/header-names.js';
import { modernVersion } from '../wire/revisions.js';
import { rpcErrorCodes } from '../wire/error-codes.js';
import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject } from '../../kernel/json/json.js';
import { decodedHeader, metaKeys, mirroredName } from '../wire/modern-headers.js';
import { metaOf, type NativeMessage } from './native-request.js';
import { RpcRefusal } from './rpc-reply.js';

/**
 * What whoever answers a request of 2026-07-28 over HTTP has to check before anything else (Streamable HTTP, Standard Headers). Servers
 * that speak HTTP do it themselves; for the others the gateway does. Throws refusals.
 */
export function checkModernRequest(message: NativeMessage, headers: IncomingHttpHeaders): void {
  const { method = '', params } = message;
  const meta = metaOf(message);
  const version = meta[metaKeys.protocolVersion];
  if (typeof version !== 'string' || !isJsonObject(meta[metaKeys.clientCapabilities]))
    throw new RpcRefusal(
      rpcErrorCodes.invalidParams,
      `The request needs ${metaKeys.protocolVersion} and ${metaKeys.clientCapabilities} in its _meta.`,
    );
  requireEqual('MCP-Protocol-Version', headers[headerNames.protocolVersion], version);
  if (version !== modernVersion)
    throw new RpcRefusal(
      rpcErrorCodes.unsupportedProtocolVersion,
      `Unsupported protocol version: ${version}`,
      {
        data: { supported: [modernVersion], requested: version },
      },
    );
  requireEqual('Mcp-Method', headers[headerNames.method], method);
  const name = mirroredName(method, params);
  if (name !== undefined) requireEqual('Mcp-Name', headers[headerNames.name], name);
}

/** Whether a message would pass these checks. */
export function isModernRequest(message: NativeMessage, headers: IncomingHttpHeaders): boolean {
  try {
    checkModernRequest(message, headers);
    return true;
  } catch (error) {
    if (error instanceof RpcRefusal) return false;
    throw error;
  }
}

/** A header that does not say what the body says. */
export function headerMismatch(header: string): RpcRefusal {
  return new RpcRefusal(rpcErrorCodes.headerMismatch, `The header ${header} does not agree with the body.`, {
    data: { mismatch: { header } },
  });
}

function requireEqual(header: string, value: string | string[] | undefined, wanted: string): void {
  if (decodedHeader(value) !== wanted) throw headerMismatch(header);
}
