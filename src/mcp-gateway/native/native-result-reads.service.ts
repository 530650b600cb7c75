import { Injectable } from '@nestjs/common';
import { checkModernRequest } from '../../mcp/server/modern-checks.js';
import { modernised } from '../../mcp/server/modern-results.js';
import type { NativeAnswer } from '../../mcp/server/native-answer.js';
import { expectsAnswer, type NativeRequest } from '../../mcp/server/native-request.js';
import { Reply } from '../../platform/http/answers/reply.js';
import { resultIdIn } from '../../platform/results/result-address.js';
import { KeptResultReads } from '../kept-result-reads.service.js';
import type { NativeCall } from './native-call.js';

/** `resources/read` of results that the gateway keeps, at the native endpoint of any server, which hears nothing of it. */
@Injectable()
export class NativeResultReads {
  constructor(private readonly reads: KeptResultReads) {}

  /** `undefined`: the request is for the server; else what answers it, and rejects with refusals and problems. */
  find(
    call: NativeCall,
    { era, messages, isBatch }: NativeRequest,
  ): (() => Promise<NativeAnswer>) | undefined {
    const [message] = messages;
    if (message?.method !== 'resources/read' || isBatch || !expectsAnswer(message)) return undefined;
    const { id, method, params } = message;
    if (resultIdIn(params?.['uri']) === undefined) return undefined;
    return async () => {
      if (era === 'modern') checkModernRequest(message, call.headers);
      const { result = {} } = (await this.reads.find(call, params?.['uri']))?.message ?? {};
      return Reply.json({
        jsonrpc: '2.0',
        id,
        result: era === 'modern' ? modernised(result, method) : result,
      });
    };
  }
}
