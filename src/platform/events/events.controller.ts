import { Controller, Get, Headers } from '@nestjs/common';
import { z } from 'zod';
import type { Principal } from '../../kernel/principal.js';
import { Drain } from '../http/answers/drain.js';
import { StreamReply } from '../http/answers/reply.js';
import { shuttingDown, type RequestContext } from '../http/request-context.js';
import { ApiHeader, ApiTags } from '../openapi/api-description.js';
import { Operation } from '../openapi/operation.decorator.js';
import { CurrentPrincipal, ScopeParameter } from '../openapi/parameters.js';
import { EventHub } from './event-hub.service.js';
import { forgottenPosition, readPosition, type EventPosition } from './event-position.js';

/** What happens, as it happens. */
@ApiTags('operations')
@Controller('api/events')
export class EventsController {
  constructor(
    private readonly hub: EventHub,
    private readonly drain: Drain,
  ) {}

  @Get()
  @Operation({
    id: 'streamEvents',
    summary: 'What happens in the account, as it happens',
    description:
      'An event stream: `server.changed`, `call.completed`, `approval.waiting`, `approval.decided`, `run.changed`, `app.changed`, each with an id and as far as the caller may see it; an app key hears its app. No arguments and no results are in it. `Last-Event-ID` resends what came after, once, from any process; when that is not known any more, `reset` comes first: read anew what you show.',
    access: { for: 'any', scope: 'tools:read' },
    responses: {
      200: { description: 'Events', content: { 'text/event-stream': { schema: z.string() } } },
    },
    problems: ['overloaded'],
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    description: 'The id of the last event that is known',
    schema: { type: 'string', maxLength: 1024 },
  })
  async stream(
    @CurrentPrincipal() principal: Principal,
    @Headers('last-event-id') lastEventId: string | undefined,
    @ScopeParameter() context: RequestContext,
  ): Promise<StreamReply> {
    const position = positionIn(lastEventId);
    // Before the head: once a reader has that, nothing is missed.
    await this.hub.ready(principal);
    context.isEndless = true;
    context.onEnd(
      this.drain.onDrain(() => {
        context.stop();
      }),
    );
    return this.reply(principal, position, context);
  }

  private reply(
    principal: Principal,
    position: EventPosition | undefined,
    context: RequestContext,
  ): StreamReply {
    const { hub } = this;
    return new StreamReply(async (stream) => {
      // An id without data is an event to nobody, and known to who asks again.
      if (position === undefined) stream.write(`id: ${hub.headOf(principal.accountId)}\n\n`);
      const end = hub.subscribe(
        principal.accountId,
        {
          hear: (event, id) => {
            if (hub.mayHear(principal, event)) stream.send(event.type, event.data, id);
          },
          reset: (id) => {
            stream.send('reset', {}, id);
          },
        },
        position,
      );
      try {
        await new Promise<void>((resolve) => {
          context.onCancel(resolve);
        });
      } finally {
        end();
      }
      // The token is dead, or the process stops: then the reader goes on elsewhere, from the last id.
      if (stream.open) stream.send('error', context.bodyOf(context.stopReason ?? shuttingDown()));
    });
  }
}

/** What is no id of ours is one of a time that nobody remembers: a reader that comes back with it begins anew. */
function positionIn(lastEventId: string | undefined): EventPosition | undefined {
  if (lastEventId === undefined || lastEventId === '') return undefined;
  return readPosition(lastEventId) ?? forgottenPosition;
}
