import { Injectable } from '@nestjs/common';
import { CallGate } from '../../../upstreams/tools/gate/call-gate.service.js';
import type { RegisteredServer } from '../../../upstreams/declared/registered-server.js';
import type { GatedMessage } from '../../../upstreams/tools/gate/message-target.js';
import type { NativeMessage, NativeRequest } from '../../../mcp/server/native-request.js';
import { rpcErrorOf } from '../../../mcp/server/rpc-reply.js';
import { mayAsk } from '../../questions/question-rules.js';
import type { NativeCall } from '../native-call.js';
import { MutedAnswer } from './muted-answer.js';
import { RelayTargets } from './relay-targets.service.js';
import { mayStray, StrayAnswers } from './stray-answers.js';
import { StreamQuestions } from './stream-questions.js';
import type { EventView } from './stream-ways.js';
import { toldEvent } from './told-events.js';

interface SessionAtServer {
  readonly serverId: string;
}

/** What clients get of the streams of servers, where policies have something to say about it. */
@Injectable()
export class StreamViews {
  /** Whether answers that nobody has asked for are looked for: always the same for the same server. */
  private readonly straying = new WeakMap<RegisteredServer, boolean>();

  constructor(
    private readonly gate: CallGate,
    private readonly targets: RelayTargets,
  ) {}

  /** What a client gets of an event of a stream that is not gone through as a whole; `undefined`: all of it. */
  shown(
    call: NativeCall,
    era: NativeRequest['era'],
    session: SessionAtServer | undefined,
    asked: readonly NativeMessage[] = [],
    questions = this.questions(call, era, session, undefined),
  ): EventView | undefined {
    const looks: EventView[] = [
      this.muted(call, era, session)?.shown,
      this.straysOf(call, asked)?.shown,
      toldEvent(this.gate.hearing(call.server)),
      questions?.shown,
    ].filter((look) => look !== undefined);
    if (looks.length === 0) return undefined;
    return (block, ways) =>
      looks.reduce<string | undefined>((left, look) => (left === undefined ? left : look(left, ways)), block);
  }

  /** Of a server that may ask. */
  questions(
    call: NativeCall,
    era: NativeRequest['era'],
    session: SessionAtServer | undefined,
    asked: NativeMessage | undefined,
  ): StreamQuestions | undefined {
    const { server, context } = call;
    const show = this.gate.showQuestions(call, server, asked, context);
    if (show === undefined || !mayAsk(server.definition.options)) return undefined;
    return new StreamQuestions(show, (answer) => {
      if (era === 'legacy') this.targets.tell(call, session?.serverId, answer);
    });
  }

  straysOf(call: NativeCall, asked: readonly NativeMessage[]): StrayAnswers | undefined {
    const { server } = call;
    let mayStrayHere = this.straying.get(server);
    if (mayStrayHere === undefined) {
      mayStrayHere = mayStray.some((method) => this.gate.showsLess(server, { method }));
      this.straying.set(server, mayStrayHere);
    }
    if (!mayStrayHere) return undefined;
    return new StrayAnswers((method) => this.gate.showsLess(server, { method }), asked);
  }

  /** For a server that may ask nothing: what it asks all the same is answered here. */
  muted(
    call: NativeCall,
    era: NativeRequest['era'],
    session: SessionAtServer | undefined,
  ): MutedAnswer | undefined {
    if (mayAsk(call.server.definition.options)) return undefined;
    return new MutedAnswer(
      (answer) => {
        // On 2026-07-28 no answer to a request of a server has a place.
        if (era === 'legacy') this.targets.tell(call, session?.serverId, answer);
      },
      (problem) => rpcErrorOf(problem, call.context),
    );
  }

  showing(call: NativeCall, message: GatedMessage | undefined): ReturnType<CallGate['show']> {
    return message === undefined ? undefined : this.gate.show(call, call.server, message, call.context);
  }
}
