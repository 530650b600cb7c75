import { Injectable } from '@nestjs/common';
import type { CallScope } from '../../kernel/call-scope.js';
import type { Caller } from '../../kernel/caller.js';
import type { JsonObject } from '../../kernel/json/json.js';
import { paramHeadersOf, paramHeaderValues, unmirrored } from '../../mcp/wire/modern-headers.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { Upstreams } from '../../upstreams/tools/upstreams.service.js';
import type { NativeCall } from './native-call.js';
import type { NativeMessage } from '../../mcp/server/native-request.js';

/** Arguments of calls that tools want mirrored in `Mcp-Param-*` headers (2026-07-28), by the server's name for the tool. */
@Injectable()
export class MirroredHeaders {
  constructor(private readonly upstreams: Upstreams) {}

  /** The declaration of an argument of a call that the headers do not mirror as they should. */
  async missing(call: NativeCall, { params }: NativeMessage): Promise<string | undefined> {
    const declared = await this.declared(call, call.server, params, call.context);
    return unmirrored(declared, params?.['arguments'], call.headers);
  }

  /** The headers for a call: name, value, name, value. */
  async of(
    caller: Caller,
    server: RegisteredServer,
    params: JsonObject,
    scope: CallScope,
  ): Promise<readonly string[]> {
    return paramHeaderValues(await this.declared(caller, server, params, scope), params['arguments']);
  }

  private async declared(
    caller: Caller,
    server: RegisteredServer,
    params: JsonObject | undefined,
    scope: CallScope,
  ): Promise<ReturnType<typeof paramHeadersOf>> {
    const listed = await this.upstreams.findSnapshot(caller, server, scope);
    const tool = listed?.items.find(({ name }) => name === params?.['name']);
    return tool === undefined ? [] : paramHeadersOf(tool);
  }
}
