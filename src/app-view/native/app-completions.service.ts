import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { problemOfRpcError } from '../../upstreams/connection/failure-mapping.js';
import { NativeAccess } from '../../upstreams/connection/native-access.service.js';
import { CallGate } from '../../upstreams/tools/gate/call-gate.service.js';
import type { RegisteredServer } from '../../upstreams/declared/registered-server.js';
import { ExposedNames } from '../exposed-names.service.js';
import { AppAddresses } from './app-addresses.service.js';
import type { AppCall } from './app-call.js';

/** `completion/complete` of an app: asks the server that the prompt or the template is of. */
@Injectable()
export class AppCompletions {
  constructor(
    private readonly names: ExposedNames,
    private readonly addresses: AppAddresses,
    private readonly access: NativeAccess,
    private readonly gate: CallGate,
  ) {}

  async complete(call: AppCall): Promise<JsonObject> {
    const { caller, params, scope } = call;
    const { server, ref } = await this.target(call);
    const asked = { method: 'completion/complete', params: { ...params, ref } };
    const request = (await this.gate.review(caller, server, asked, scope)?.()) ?? asked;
    const { message } = await this.access
      .upstream(server, caller)
      .request({ ...request, repeatable: true }, scope);
    if (message.error !== undefined) throw problemOfRpcError(message.error);
    const { result = {} } = message;
    return this.gate.show(caller, server, request, scope)?.(result) ?? result;
  }

  private async target({
    caller,
    state,
    params,
    scope,
  }: AppCall): Promise<{ readonly server: RegisteredServer; readonly ref: JsonObject }> {
    const ref = isJsonObject(params['ref']) ? params['ref'] : {};
    if (ref['type'] === 'ref/prompt') {
      const { server, name } = await this.names.prompt(caller, state, String(ref['name']), scope);
      return { server, ref: { ...ref, name } };
    }
    const { server, uri } = await this.addresses.find(caller, state, String(ref['uri']), scope);
    return { server, ref: { ...ref, uri } };
  }
}
