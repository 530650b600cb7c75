import { Injectable } from '@nestjs/common';
import type { Caller } from '../kernel/caller.js';
import { Problem } from '../kernel/problems/problem.js';
import type { RawResponse } from '../mcp/wire/link.js';
import { resultIdIn } from '../platform/results/result-address.js';
import { KeptResults } from '../platform/results/kept-results.service.js';

/** Results that the gateway keeps, as resources: whichever server or app is asked for them, it answers itself. */
@Injectable()
export class KeptResultReads {
  constructor(private readonly results: KeptResults) {}

  /** `undefined`: the address is of a resource of a server. Rejects with `resource-not-found`. */
  find({ principal }: Caller, uri: unknown): Promise<RawResponse> | undefined {
    const id = resultIdIn(uri);
    return id === undefined ? undefined : this.results.get(principal, id).then(asContents, notFound);

    function asContents(text: string): RawResponse {
      const result = { contents: [{ uri, mimeType: 'application/json', text }] };
      return { message: { jsonrpc: '2.0', id: 0, result } };
    }
  }
}

function notFound(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'result-not-found') throw error;
  throw new Problem('resource-not-found', error.message);
}
