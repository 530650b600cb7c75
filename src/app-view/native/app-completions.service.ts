import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../kernel/json/json.js';
import { problemOfRpcError } from '../../upstreams/connection/failure-mapping.js';
import { NativeAccess } from '../../upstreams/connection/native-access.service.js';
import { UpstreamPrompts } from '../../upstreams/tools/upstream-prompts.service.js';
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
    private readonly prompts: UpstreamPrompts,
  ) {}

  async complete(call: AppCall): Promise<JsonObject> {
    const { principal, params, scope } = call;
    const { server, ref } = await this.target(call);
    const { message } = await this.access
      .upstream(server, principal.accountId)
      .request({ method: 'completion/complete', params: { ...params, ref }, repeatable: true }, scope);
    if (message.error !== undefined) throw problemOfRpcError(message.error);
    return message.result ?? {};
  }

  private async target({
    principal,
    state,
    params,
    scope,
  }: AppCall): Promise<{ readonly server: RegisteredServer; readonly ref: JsonObject }> {
    const ref = isJsonObject(params['ref']) ? params['ref'] : {};
    if (ref['type'] === 'ref/prompt') {
      const { server, name } = await this.names.prompt(principal, state, String(ref['name']), scope);
      await this.prompts.require(principal, server, name, scope);
      return { server, ref: { ...ref, name } };
    }
    const { server, uri } = await this.addresses.find(principal, state, String(ref['uri']), scope);
    return { server, ref: { ...ref, uri } };
  }
}
