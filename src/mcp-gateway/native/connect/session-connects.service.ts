import { Injectable } from '@nestjs/common';
import { isJsonObject, type JsonObject } from '../../../kernel/json/json.js';
import type { NativeMessage } from '../../../mcp/server/native-request.js';
import type { NativeSession } from '../../../mcp/server/native-session.js';
import { sessionVersionFor } from '../../../mcp/server/session-version.js';
import type { Caller } from '../../../kernel/caller.js';
import { ConnectAnswers } from './connect-answers.service.js';
import { PendingQuestions } from './pending-questions.js';
import { isNeed, toldInSession } from './told-in-session.js';

/** Sessions of the 2025 revisions with a server whose credential was lost, or covers too little, while they were open. */
@Injectable()
export class SessionConnects {
  private readonly pending = new WeakMap<NativeSession, PendingQuestions>();

  constructor(private readonly connects: ConnectAnswers) {}

  /** Runs `work` for a message; what it lacks is told in the way of the session's client, and of clients without a session in words. */
  async around(
    session: NativeSession | undefined,
    caller: Caller,
    message: NativeMessage,
    work: () => Promise<JsonObject>,
  ): Promise<JsonObject> {
    try {
      return await work();
    } catch (error) {
      return this.told(error, session, caller, message);
    }
  }

  /** The result that tells of an error. Throws the error where no result does. */
  told(
    error: unknown,
    session: NativeSession | undefined,
    caller: Caller,
    { method = '', params = {} }: NativeMessage,
  ): JsonObject {
    if (!isNeed(error)) throw error;
    const { protocolVersion, capabilities } = session?.initialize.params ?? {};
    const client = {
      version: session === undefined ? '' : sessionVersionFor(protocolVersion),
      capabilities: isJsonObject(capabilities) ? capabilities : {},
    };
    const pending = session === undefined ? undefined : this.pendingOf(session, caller);
    return toldInSession(error, { method, params }, client, pending);
  }

  private pendingOf(session: NativeSession, { principal, owner }: Caller): PendingQuestions {
    let pending = this.pending.get(session);
    if (pending === undefined) {
      pending = new PendingQuestions(this.connects.doneElsewhere({ principal, owner }), (notification) => {
        session.tell(notification);
      });
      this.pending.set(session, pending);
    }
    return pending;
  }
}
